//! Column names of X's analytics. The English ones were seen in files. The Spanish, Portuguese, French, German,
//! Italian and Japanese ones follow the wording of X's pages and are not verified.

pub(crate) const ID: &str = "Post id|ID del post|Identificador del post|ID de la publicación|ID do post|ID da postagem|\
    ID du post|Identifiant du post|Post-ID|Beitrags-ID|ID post|ポストID|ポストのID|投稿ID";
pub(crate) const DAY: &str = "Date|Fecha|Data|Datum|日付|日時";
pub(crate) const TEXT: &str = "Post text|Texto del post|Texto de la publicación|Texto do post|Texto da postagem|\
    Texte du post|Post-Text|Posttext|Text des Posts|Beitragstext|Testo del post|Testo post|ポスト本文|ポストのテキスト|\
    ポストテキスト|投稿本文";
pub(crate) const LINK: &str = "Post Link|Enlace del post|Enlace de la publicación|Link do post|Link da postagem|\
    Lien du post|Post-Link|Postlink|Link zum Post|Beitragslink|Link del post|Link post|ポストリンク|ポストのリンク|投稿リンク";
pub(crate) const IMPRESSIONS: &str = "Impressions|Impresiones|Impressões|Impressionen|Impression|Visualizzazioni|\
    インプレッション数|インプレッション|表示回数";
pub(crate) const LIKES: &str = "Likes|Me gusta|Curtidas|J'aime|Mentions J'aime|Gefällt mir|„Gefällt mir“-Angaben|\
    Gefällt-mir-Angaben|Mi piace|いいね数|いいね";
pub(crate) const REPLIES: &str = "Replies|Respuestas|Respostas|Réponses|Antworten|Risposte|返信数|返信";
pub(crate) const REPOSTS: &str = "Reposts|Republicaciones|Republicações|Republications|Repost|Ricondivisioni|リポスト数|\
    リポスト";
pub(crate) const BOOKMARKS: &str = "Bookmarks|Guardados|Elementos guardados|Marcadores|Itens salvos|Signets|Lesezeichen|\
    Segnalibri|ブックマーク数|ブックマーク";
