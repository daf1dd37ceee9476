//! Column names of LinkedIn's analytics. The English ones were seen in files. The Spanish, Portuguese, French, German,
//! Italian and Japanese ones follow the wording of LinkedIn's pages and are not verified.

pub(crate) const URL: &str = "Post URL|URL de la publicación|URL de publicación|URL da publicação|URL do post|URL du post|\
    URL de la publication|Beitrags-URL|URL des Beitrags|URL del post|投稿URL|投稿のURL";
pub(crate) const DAY: &str = "Post publish date|Fecha de publicación|Fecha de publicación de la publicación|\
    Data de publicação|Data de publicação da publicação|Data da publicação|Date de publication du post|\
    Date de publication|Veröffentlichungsdatum des Beitrags|Veröffentlichungsdatum|Data di pubblicazione del post|\
    Data di pubblicazione|投稿公開日|投稿日|公開日";
pub(crate) const IMPRESSIONS: &str = "Impressions|Impresiones|Impressões|Impressionen|Impressioni|Impression|\
    インプレッション|インプレッション数";
pub(crate) const EITHER: &str = "Engagements|Interacciones|Engajamentos|Interações|Interactions|Interaktionen|\
    Interazioni|Coinvolgimento|エンゲージメント|エンゲージメント数|Impressions|Impresiones|Impressões|Impressionen|\
    Impressioni|Impression|インプレッション|インプレッション数";

pub(crate) const TITLE: &str = "Post title|Título de la publicación|Título da publicação|Titre du post|\
    Titre de la publication|Beitragstitel|Titel des Beitrags|Titolo del post|投稿タイトル|投稿のタイトル";
pub(crate) const LINK: &str = "Post link|Enlace de la publicación|Link da publicação|Lien du post|\
    Lien de la publication|Beitragslink|Link zum Beitrag|Link del post|投稿リンク|投稿のリンク";
pub(crate) const CREATED: &str = "Created date|Fecha de creación|Data de criação|Date de création|Erstellungsdatum|\
    Erstellt am|Data di creazione|作成日";
pub(crate) const CONTENT: &str = "Content type|Tipo de contenido|Tipo de conteúdo|Type de contenu|Inhaltstyp|\
    Tipo di contenuto|コンテンツタイプ|コンテンツの種類";
pub(crate) const LIKES: &str = "Likes|Reactions|Recomendaciones|Reacciones|Reações|Gostei|Curtidas|J'aime|Réactions|\
    Gefällt mir|„Gefällt mir“-Angaben|Reaktionen|Consiglia|Reazioni|Mi piace|いいね!|「いいね!」|リアクション";
pub(crate) const COMMENTS: &str =
    "Comments|Comentarios|Comentários|Commentaires|Kommentare|Commenti|コメント|コメント数";
pub(crate) const REPOSTS: &str = "Reposts|Shares|Veces compartido|Veces que se ha compartido|Compartilhamentos|\
    Republicações|Republications|Partages|Geteilte Beiträge|Geteilte Inhalte|Condivisioni|Ripubblicazioni|再投稿|シェア";

/// The same columns in the second of two tables side by side.
pub(crate) fn second(names: &str) -> String {
    names.split('|').map(|name| format!("{name} (2)")).collect::<Vec<_>>().join("|")
}
