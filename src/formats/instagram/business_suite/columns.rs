//! Column names of Meta Business Suite, in lower case, without spaces and underscores. The English, Spanish,
//! Portuguese and Japanese ones were seen in files. The French, German and Italian ones follow the wording of its
//! pages and are not verified.

pub(crate) const USERNAME: &str = "accountusername|nombredeusuariodelacuenta|nomd’utilisateurducompte|\
    nomd'utilisateurducompte|nomedeusuáriodaconta|benutzernamedeskontos|kontobenutzername|nomeutentedell'account|アカウントのユーザーネーム";
pub(crate) const NAME: &str =
    "accountname|nombredelacuenta|nomducompte|nomedaconta|kontoname|nomedell'account|アカウント名";
pub(crate) const ACCOUNT: &str =
    "accountid|identificadordelacuenta|idducompte|identificaçãodaconta|konto-id|iddell'account|アカウントid";
pub(crate) const PUBLISHED: &str = "publishtime|horadepublicación|heuredepublication|horáriodepublicação|\
    horadepublicação|veröffentlichungszeitpunkt|veröffentlichungszeit|oradipubblicazione|公開時間|公開日時|投稿日時";
pub(crate) const PERMALINK: &str =
    "permalink|enlacepermanente|permalien|linkpermanente|dauerhafterlink|リンク|パーマリンク|固定リンク";
pub(crate) const TYPE: &str = "posttype|tipodepublicación|typedepublication|tipodepost|beitragstyp|beitragsart|tipodipost|投稿タイプ|投稿の種類";
pub(crate) const TEXT: &str = "description|descripción|descrição|beschreibung|descrizione|説明";
pub(crate) const DATE: &str = "date|fecha|data|datum|日時|日付";
pub(crate) const LIKES: &str = "likes|megusta|j’aime|j'aime|curtidas|gostos|„gefälltmir“-angaben|gefälltmir|mipiace|いいね!の数|いいね!|いいね数|「いいね!」";
pub(crate) const COMMENTS: &str =
    "comments|comentarios|commentaires|comentários|kommentare|commenti|コメント数|コメント";
pub(crate) const VIEWS: &str = "views|visualizaciones|vues|visualizações|aufrufe|visualizzazioni|plays|impressions|\
    impresiones|impressões|impressionen|ビュー|閲覧数|再生数|インプレッション";
pub(crate) const SHARES: &str = "shares|vecesquesehacompartido|vecesquesecompartió|vecescompartido|partages|\
    compartilhamentos|partilhas|geteilteinhalte|malgeteilt|condivisioni|シェア数|シェア";
pub(crate) const SAVES: &str = "saves|vecesqueseguardó|vecesquesehaguardado|vecesguardado|guardados|enregistrements|\
    salvamentos|malgespeichert|gespeichert|salvataggi|保存数|保存";
