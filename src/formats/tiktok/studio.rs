//! The table of post statistics that TikTok Studio gives an account's owner.

use super::{line, link, set_media, set_page};
use crate::formats::table::{cell, text};
use crate::formats::{
    Format, Found, ImportError, Outcome, Part, Role, Settings, Signature, author_or, fill, json, named,
    snowflake, timestamps,
};
use crate::platform::Network;
use serde_json::Value;

/// The table of TikTok Studio.
pub static FORMAT: Format = Format {
    name: "tiktok-studio",
    description: "CSV of TikTok Studio's analytics, of an own account's posts",
    networks: &[Network::Tiktok],
    parts: &[Part {
        what: "posts",
        signatures: &[Signature::Columns(&[TITLE, LINK, POSTED])],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

// Column names. The English ones were seen in files. Those in other languages follow the wording of TikTok Studio and
// are not verified.
const TITLE: &str = "Video title|Title|Título del video|Título del vídeo|Título do vídeo|Titre de la vidéo|Titre de vidéo|\
    Videotitel|Titolo del video|Titolo video|動画タイトル|動画のタイトル";
const LINK: &str = "Video link|Video URL|Enlace del video|Enlace del vídeo|Enlace de video|Link do vídeo|Lien de la vidéo|\
    Lien vidéo|Videolink|Video-Link|Link del video|Link video|動画リンク|動画のリンク";
const POSTED: &str = "Post time|Posted time|Hora de publicación|Fecha de publicación|Horário da publicação|\
    Horário de publicação|Hora da publicação|Data da publicação|Heure de publication|Date de publication|\
    Veröffentlichungszeit|Veröffentlichungsdatum|Beitragszeit|Ora di pubblicazione|Data di pubblicazione|投稿日時|投稿時間|\
    投稿時刻";
const LIKES: &str = "Total likes|Likes|Like count|Total de me gusta|Me gusta|Total de curtidas|Curtidas|Total de gostos|\
    Total des j'aime|Total des j’aime|J'aime|J’aime|Likes insgesamt|Gesamtzahl Likes|Gefällt mir|Mi piace totali|\
    Totale mi piace|Mi piace|いいね合計|合計いいね数|いいね数|いいね!|いいね";
const COMMENTS: &str = "Total comments|Comments|Comment count|Total de comentarios|Comentarios|Total de comentários|\
    Comentários|Total des commentaires|Commentaires|Kommentare insgesamt|Gesamtzahl Kommentare|Kommentare|\
    Commenti totali|Totale commenti|Commenti|コメント合計|合計コメント数|コメント数|コメント";
const VIEWS: &str = "Total views|Views|Video views|View count|Total de visualizaciones|Visualizaciones|\
    Visualizaciones del video|Total de visualizações|Visualizações|Visualizações do vídeo|Total des vues|Vues|\
    Vues de la vidéo|Aufrufe insgesamt|Gesamtzahl Aufrufe|Videoaufrufe|Aufrufe|Visualizzazioni totali|\
    Totale visualizzazioni|Visualizzazioni|視聴回数合計|合計視聴回数|視聴回数|再生回数|視聴数|動画視聴回数";
const SHARES: &str = "Total shares|Shares|Share count|Total de veces compartido|Veces compartido|Compartidos|\
    Total de compartilhamentos|Compartilhamentos|Partilhas|Total des partages|Partages|Geteilte Inhalte insgesamt|\
    Gesamtzahl geteilter Inhalte|Geteilt|Condivisioni totali|Totale condivisioni|Condivisioni|シェア合計|合計シェア数|\
    シェア数|シェア";
const SAVES: &str = "Add to favorites|Total favorites|Favorites|Saves|Total saves|Added to favorites|Añadir a favoritos|\
    Agregar a favoritos|Favoritos|Guardados|Adicionar aos favoritos|Adicionado aos favoritos|Ajouter aux favoris|\
    Ajouts aux favoris|Favoris|Zu Favoriten hinzugefügt|Favoriten|Aggiungi ai preferiti|Aggiunti ai preferiti|Preferiti|\
    お気に入りに追加|お気に入り|セーブ数|保存数";

/// Converts a row.
///
/// # Errors
/// When it has no link with an id, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let page = text(row, &[LINK]).unwrap_or_default();
    let id = link::id(&page).ok_or_else(|| ImportError::no_id("Video link"))?;
    let resolved = timestamps::resolve(cell(row, POSTED), snowflake::tiktok(&id), settings, "Post time")?;
    let author = author_or(link::username(&page).map(named), settings)?;
    let mut post = line(id, author, resolved.time);
    post.content = Some(json::unix_lines(&text(row, &[TITLE]).unwrap_or_default()));
    let is_album = page.contains("/photo/");
    set_page(&mut post, is_album);
    set_media(&mut post, Vec::new(), is_album);
    fill::Counts {
        likes: cell(row, LIKES),
        comments: cell(row, COMMENTS),
        views: cell(row, VIEWS),
        shares: cell(row, SHARES),
        saves: cell(row, SAVES),
    }
    .fill(&mut post);
    post.collected_at = settings.collected_at(resolved.time);
    if !resolved.exact {
        fill::approximate(&mut post, "published_at");
    }
    let no_zone = timestamps::lacks_zone(cell(row, POSTED), settings).then_some(timestamps::NO_ZONE);
    Ok(Found { remarks: no_zone.into_iter().collect(), ..post.into() }.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Item;
    use crate::formats::tests::{code, posts, read, settings};
    use crate::formats::value::zone::Zone;

    const HEADER: &str = "\u{feff}Video title,Video link,Post time,Total likes,Total comments,Total shares,Total views,Total play time,Average watch time,Watched full video,Add to favorites\r\n";

    #[test]
    fn rows_are_converted_with_rounded_counts_and_local_times() {
        let file = format!(
            "{HEADER}Low tide #Reef,https://www.tiktok.com/@reef.watch/video/7300000000000000001,2023-11-11 01:48,1.2K,\"1,041\",3,\"18,400\",1,2,3,12\r\n"
        );
        let (_, outcomes) = read(&[file.as_bytes()], &settings());
        let Some(Ok(Item::Post(found))) = outcomes.first() else { panic!("{outcomes:?}") };
        assert_eq!(found.remarks, [timestamps::NO_ZONE]);
        let post = &found.post;
        assert_eq!(
            (post.platform_post_id.as_str(), post.author.username.as_str()),
            ("7300000000000000001", "reef.watch")
        );
        assert_eq!(
            (post.likes_count, post.comments_count, post.views_count),
            (Some(1200), Some(1041), Some(18_400))
        );
        assert_eq!((post.shares_count, post.saves_count), (Some(3), Some(12)));
        assert_eq!(post.approximate, Some(vec!["likes_count".into(), "published_at".into()]));
        let vienna = Settings { zone: Zone::named("Europe/Vienna"), ..settings() };
        let (format, found) = posts(&[file.as_bytes()], &vienna);
        assert_eq!(
            (format, found[0].published_at.to_string().as_str()),
            ("tiktok-studio", "2023-11-11T00:48:00.000Z")
        );
        assert_eq!(found[0].approximate, Some(vec!["likes_count".into()]));
    }

    #[test]
    fn days_without_a_year_and_short_names_are_accepted() {
        let file = "\"Time\",\"Video title\",\"Video link\",\"Post time\",\"Total views\",\"Likes\",\"Comments\",\"Shares\"\n\
            \"September 6\",\"Soup\",\"https://www.tiktok.com/@reef.watch/video/7681710521141231740\",\"September 4\",\"68,000\",\"1.2K\",\"45\",\"12\"\n";
        let (format, found) = posts(&[file.as_bytes()], &settings());
        let post = &found[0];
        assert_eq!(
            (format, post.published_at.to_string().get(..19)),
            ("tiktok-studio", Some("2026-09-04T16:00:05"))
        );
        assert_eq!(
            (post.likes_count, post.comments_count, post.shares_count, post.views_count),
            (Some(1200), Some(45), Some(12), Some(68_000))
        );
        assert_eq!(post.approximate, Some(vec!["likes_count".into(), "published_at".into()]));
    }

    #[test]
    fn other_languages_are_accepted() {
        for header in [
            "Título del video,Enlace del video,Hora de publicación,Me gusta,Comentarios,Visualizaciones",
            "Título do vídeo,Link do vídeo,Horário de publicação,Curtidas,Comentários,Visualizações",
            "Titre de la vidéo,Lien de la vidéo,Heure de publication,J’aime,Commentaires,Vues",
            "Videotitel,Videolink,Veröffentlichungszeit,Likes,Kommentare,Aufrufe",
            "Titolo del video,Link del video,Ora di pubblicazione,Mi piace,Commenti,Visualizzazioni",
            "動画タイトル,動画リンク,投稿日時,いいね数,コメント数,視聴回数",
        ] {
            let file = format!(
                "{header}\nSoup,https://www.tiktok.com/@reef.watch/video/7300000000000000001,2023-11-11,12,3,900\n"
            );
            let (format, found) = posts(&[file.as_bytes()], &settings());
            let post = &found[0];
            assert_eq!(
                (format, post.likes_count, post.comments_count, post.views_count),
                ("tiktok-studio", Some(12), Some(3), Some(900)),
                "{header}"
            );
        }
    }

    #[test]
    fn rows_without_a_link_are_rejected() {
        let (_, outcomes) =
            read(&[format!("{HEADER}Low,,2023-11-11 01:48,1,,,,,,,\r\n").as_bytes()], &settings());
        assert_eq!(code(outcomes.into_iter().next().unwrap()), "MISSING_ID");
    }
}
