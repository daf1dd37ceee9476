//! What the columns of Meta Business Suite are called, in the languages in which it is known: without case, blanks and
//! underscores.

use crate::formats::table::cell;
use serde_json::Value;

pub(crate) const USERNAME: &str = "accountusername|nombredeusuariodelacuenta|nomd’utilisateurducompte|\
    nomd'utilisateurducompte|nomedeusuáriodaconta|benutzernamedeskontos|kontobenutzername|nomeutentedell'account";
pub(crate) const NAME: &str =
    "accountname|nombredelacuenta|nomducompte|nomedaconta|kontoname|nomedell'account";
pub(crate) const ACCOUNT: &str =
    "accountid|identificadordelacuenta|idducompte|identificaçãodaconta|konto-id|iddell'account";
pub(crate) const PUBLISHED: &str = "publishtime|horadepublicación|heuredepublication|horáriodepublicação|\
    horadepublicação|veröffentlichungszeitpunkt|veröffentlichungszeit|oradipubblicazione";
pub(crate) const PERMALINK: &str = "permalink|enlacepermanente|permalien|linkpermanente|dauerhafterlink";
pub(crate) const TYPE: &str =
    "posttype|tipodepublicación|typedepublication|tipodepost|beitragstyp|beitragsart|tipodipost";
pub(crate) const TEXT: &str = "description|descripción|descrição|beschreibung|descrizione";
pub(crate) const DATE: &str = "date|fecha|data|datum";
pub(crate) const LIKES: &str =
    "likes|megusta|j’aime|j'aime|curtidas|gostos|„gefälltmir“-angaben|gefälltmir|mipiace";
pub(crate) const COMMENTS: &str = "comments|comentarios|commentaires|comentários|kommentare|commenti";
pub(crate) const VIEWS: &str = "views|visualizaciones|vues|visualizações|aufrufe|visualizzazioni|plays|impressions|\
    impresiones|impressões|impressionen";
pub(crate) const SHARES: &str = "shares|vecesquesehacompartido|vecesquesecompartió|vecescompartido|partages|\
    compartilhamentos|partilhas|geteilteinhalte|malgeteilt|condivisioni";
pub(crate) const SAVES: &str = "saves|vecesqueseguardó|vecesquesehaguardado|vecesguardado|guardados|enregistrements|\
    salvamentos|malgespeichert|gespeichert|salvataggi";

/// The cell of the first of several columns that is there; null where there is none.
pub(crate) fn first<'a>(row: &'a Value, columns: &str) -> &'a Value {
    columns.split('|').map(|column| cell(row, column)).find(|cell| !cell.is_null()).unwrap_or(&Value::Null)
}
