//! Finds the export's owner. The profile labels its values in the owner's language.

use super::mojibake::repaired;
use crate::formats::{Export, json, named};
use serde_json::Value;

/// Labels of the username, in lower case.
const USERNAME: [&str; 32] = [
    "username",
    "user name",
    "benutzername",
    "nom d'utilisateur",
    "nom d’utilisateur",
    "nom de profil",
    "nombre de usuario",
    "nome de usuário",
    "nome de utilizador",
    "nome utente",
    "gebruikersnaam",
    "användarnamn",
    "brukernavn",
    "brugernavn",
    "käyttäjänimi",
    "käyttäjätunnus",
    "nazwa użytkownika",
    "uživatelské jméno",
    "používateľské meno",
    "felhasználónév",
    "nume de utilizator",
    "korisničko ime",
    "όνομα χρήστη",
    "kullanıcı adı",
    "имя пользователя",
    "ім'я користувача",
    "nama pengguna",
    "tên người dùng",
    "ユーザーネーム",
    "사용자 이름",
    "用户名",
    "用戶名稱",
];

pub(crate) fn learn_owner(export: &mut Export, element: &Value) {
    let element = repaired(element);
    let Some(values) = json::dig(&element, "string_map_data").as_object() else { return };
    let value = |value: &Value| json::text(json::dig(value, "value"));
    let labelled = values.iter().find(|(label, _)| USERNAME.contains(&label.trim().to_lowercase().as_str()));
    let username =
        labelled.and_then(|(_, found)| value(found)).filter(|name| is_username(name)).or_else(|| {
            // If the language is unknown, the only value that can be a username.
            let mut possible = values.values().filter_map(value).filter(|name| is_username(name));
            possible.next().filter(|_| possible.next().is_none())
        });
    export.owner = export.owner.take().or_else(|| username.map(named));
}

fn is_username(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'_');
    (1..=30).contains(&name.len()) && name.bytes().all(fits)
}
