use super::*;
use crate::formats::merge::{Across, Merger};
use crate::formats::tests::{code, posts, read, settings};
use crate::formats::timestamps;
use crate::formats::value::zone::Zone;
use serde_json::json;

const HEADER: &str = "Post ID,Account ID,Account username,Account name,Description,Duration (sec),Publish time,Permalink,Post type,Data comment,Date,Views,Likes,Shares,Comments,Saves,Reach,Follows";

fn file(rows: &[&str]) -> Vec<u8> {
    format!("\u{feff}{HEADER}\r\n{}\r\n", rows.join("\r\n")).into_bytes()
}

const ROW: &str = "18012345678901234,17841400000000001,reef.watch,Reef Watch,\"Low, tide\r\n#reef\",0,03/27/2026 06:08,https://www.instagram.com/p/CI5REoqrS8V/,IG carousel,,Lifetime,\"12,400\",1002,4,17,9,\"9,000\",1";

/// A row as an object.
pub(crate) fn row() -> Value {
    json!({"Account username": "reef.watch", "Publish time": "03/27/2026 06:08",
        "Permalink": "https://www.instagram.com/p/CI5REoqrS8V/", "Post type": "IG image", "Date": "Lifetime"})
}

#[test]
fn a_row_is_converted_with_its_counts() {
    let (format, found) = read(&[&file(&[ROW])], &settings());
    let Ok(Item::Post(found)) = &found[0] else { panic!("{found:?}") };
    let post = &found.post;
    assert_eq!((format, post.platform_post_id.as_str()), ("meta-business-suite", "CI5REoqrS8V"));
    assert_eq!(
        (post.author.username.as_str(), post.author.display_name.as_deref()),
        ("reef.watch", Some("Reef Watch"))
    );
    assert_eq!(
        (post.content.as_deref(), post.media_type),
        (Some("Low, tide\n#reef"), Some(MediaType::Carousel))
    );
    assert_eq!(
        (post.likes_count, post.comments_count, post.views_count),
        (Some(1002), Some(17), Some(12_400))
    );
    assert_eq!((post.shares_count, post.saves_count, &post.media), (Some(4), Some(9), &None));
    assert_eq!(post.published_at.to_string(), "2026-03-27T06:08:00.000Z");
    assert_eq!(post.approximate, Some(vec!["published_at".into()]));
    assert_eq!((found.remarks.as_slice(), found.day), (&[timestamps::NO_ZONE][..], None));
}

#[test]
fn times_are_in_the_given_zone() {
    let vienna = Settings { zone: Zone::named("Europe/Vienna"), ..settings() };
    let (_, found) = posts(&[&file(&[ROW])], &vienna);
    assert_eq!(found[0].published_at.to_string(), "2026-03-27T05:08:00.000Z");
    assert_eq!(found[0].approximate, None);
}

#[test]
fn daily_counts_are_added_up() {
    let day = |date: &str, likes: &str| {
        format!(
            "1,2,reef.watch,Reef,Low tide,0,03/27/2026 06:08,https://www.instagram.com/reel/CI5REoqrS8V/,IG reel,,{date},,{likes},,,,,"
        )
    };
    let rows =
        [day("03/27/2026", "10"), day("03/28/2026", "5"), day("03/28/2026", "5"), day("03/29/2026", "")];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut merger = Merger::new(Across::default());
    for outcome in read(&[&file(&rows)], &settings()).1 {
        let Ok(Item::Post(found)) = outcome else { panic!("{outcome:?}") };
        assert!(merger.add(*found, ()).is_empty());
    }
    let ready = merger.finish();
    let [(post, ())] = ready.as_slice() else { panic!("{ready:?}") };
    assert_eq!(
        (post.likes_count, post.views_count, post.media_type),
        (Some(15), None, Some(MediaType::Reel))
    );
    assert_eq!(post.collected_at.map(|time| time.to_string()), Some("2026-03-30T00:00:00.000Z".into()));
    assert_eq!(post.approximate, Some(vec!["likes_count".into(), "published_at".into()]));
    assert_eq!(merger.merged(), 3);
}

#[test]
fn other_languages_and_stories_are_recognised() {
    let spanish = "Identificador de la publicación;Nombre de usuario de la cuenta;Descripción;Hora de publicación;Enlace permanente;Tipo de publicación;Fecha;Visualizaciones;Me gusta;Comentarios\n\
        1;reef.watch;Marea;03/27/2026 06:08;https://www.instagram.com/stories/reef.watch/2466077356296318741;Historia de IG;Total;1.002;;3\n";
    let (format, found) = read(&[spanish.as_bytes()], &settings());
    let Ok(Item::Post(found)) = &found[0] else { panic!("{found:?}") };
    assert_eq!((format, found.post.platform_post_id.as_str()), ("meta-business-suite", "CI5REoqrS8V"));
    assert_eq!((found.post.views_count, found.post.likes_count, found.story), (Some(1002), None, true));
}

#[test]
fn facebook_rows_are_skipped_and_damaged_ones_are_rejected() {
    let with = |key: &str, value: &str| {
        let mut row = row();
        row[key] = value.into();
        convert(&row, &settings())
    };
    assert_eq!(
        with("Permalink", "https://www.facebook.com/1/posts/2"),
        Ok(Item::Skipped("post on Facebook"))
    );
    assert_eq!(code(with("Permalink", "")), "MISSING_ID");
    assert_eq!(code(with("Account username", "")), "MISSING_AUTHOR");
    assert_eq!(code(with("Publish time", "soon")), "INVALID_DATE");
}

#[test]
fn one_date_tells_the_order_of_day_and_month_in_all() {
    let file = "Identificação da publicação;Nome de usuário da conta;Descrição;Horário de publicação;Link permanente;Tipo de post;Visualizações;Curtidas\n\
        1;reef.watch;Maré;15/09/2026 18:00;https://www.instagram.com/p/CI5REoqrS8V/;Imagem do IG;2.300;120\n\
        2;reef.watch;Coral;10/09/2026 18:00;https://www.instagram.com/p/CI5REoqrS8W/;Carrossel do IG;2,3 mil;1.204\n";
    let (_, found) = posts(&[file.as_bytes()], &settings());
    assert_eq!(found[0].published_at.to_string(), "2026-09-15T18:00:00.000Z");
    assert_eq!(found[1].published_at.to_string(), "2026-09-10T18:00:00.000Z");
    assert_eq!((found[1].media_type, found[1].likes_count), (Some(MediaType::Carousel), Some(1204)));
    assert_eq!(found[1].approximate, Some(vec!["published_at".into(), "views_count".into()]));
}

#[test]
fn japanese_tables_have_the_month_first() {
    let file = "\u{feff}投稿ID,アカウントID,アカウントのユーザーネーム,アカウント名,説明,時間(秒),公開時間,リンク,投稿タイプ,日時,ビュー,いいね！の数,シェア数,コメント数,保存数\n\
        1,2,reef.watch,Reef,潮,38,09/22/2026 23:48,https://www.instagram.com/reel/CI5REoqrS8V/,IGリール動画,通算,\"1.2万\",448,47,136,149\n";
    let (format, found) = posts(&[file.as_bytes()], &settings());
    let post = &found[0];
    assert_eq!((format, post.author.username.as_str()), ("meta-business-suite", "reef.watch"));
    assert_eq!((post.views_count, post.likes_count, post.shares_count), (Some(12_000), Some(448), Some(47)));
    assert_eq!((post.comments_count, post.saves_count), (Some(136), Some(149)));
    assert_eq!(
        (post.media_type, post.published_at.to_string().as_str()),
        (Some(MediaType::Reel), "2026-09-22T23:48:00.000Z")
    );
}

#[test]
fn unreadable_counts_give_a_remark() {
    let file = "Account username,Publish time,Permalink,Post type,Views,Likes,Saves\n\
        reef.watch,03/27/2026 06:08,https://www.instagram.com/p/CI5REoqrS8V/,IG image,about 12,\"1,234.0\",3 mln\n";
    let (_, found) = read(&[file.as_bytes()], &settings());
    let Ok(Item::Post(found)) = &found[0] else { panic!("{found:?}") };
    assert_eq!(
        (found.post.views_count, found.post.likes_count, found.post.saves_count),
        (None, Some(1234), Some(3_000_000))
    );
    assert!(found.remarks.contains(&"counts that can't be read were left out"), "{:?}", found.remarks);
}
