// Export files that tests make: invented, in the shapes that networks and tools give.

import { crc32, deflateRawSync } from "node:zlib";

/** A zip of files by their paths. `stored` are not packed; `flags` has 1 for what says that it is encrypted. */
export function zip(files, { stored = false, flags = 0 } = {}) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, whole] = [Buffer.from(path), Buffer.from(content)];
    const packed = stored ? whole : deflateRawSync(whole);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(stored ? 0 : 8, 4);
    head.writeUInt16LE(0x21, 8); // 1980-01-01
    head.writeUInt32LE(crc32(whole), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(whole.length, 18);
    head.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    parts.push(Buffer.from("PK\x03\x04"), head, name, packed);
    list.push(Buffer.from("PK\x01\x02\x14\0"), head, place, name);
    at += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** A workbook of one sheet. */
export function workbook(rows) {
  const [main, packages, office] = ["spreadsheetml/2006/main", "package/2006", "officeDocument/2006/relationships"].map((path) => `http://schemas.openxmlformats.org/${path}`);
  const cell = (value) => (typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`);
  const relation = (type, target) => `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  return zip({
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Posts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`,
  });
}

/** A picture, as far as its first bytes go. */
export const PICTURE = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), Buffer.alloc(5_000, 7)]);

const tweet = (id, text) => ({ tweet: { id_str: id, full_text: text, created_at: "Mon Feb 24 18:00:00 +0000 2025", favorite_count: "3", retweet_count: "1", entities: { hashtags: text.includes("#") ? [{ text: "Tide" }] : [], user_mentions: [], urls: [] } } });
const script = (name, value) => `window.YTD.${name}.part0 = ${JSON.stringify(value)}`;

/** The files of an archive of X. */
export const ARCHIVE = {
  "data/account.js": script("account", [{ account: { username: "kelp_notes", accountId: "41", accountDisplayName: "Kelp Notes", createdAt: "2015-01-01T00:00:00.000Z" } }]),
  "data/tweets.js": script("tweets", [tweet("1894000000000000101", "Low water at noon #Tide"), tweet("1894000000000000102", "And fog")]),
  "data/direct-messages.js": script("direct_messages", []),
  "data/tweets_media/1894000000000000101-a.jpg": PICTURE,
  "assets/fonts.woff": PICTURE,
};

/** An export of TikTok. */
export const TIKTOK = JSON.stringify({
  Profile: { "Profile Info": { ProfileMap: { userName: "kelp.films" } } },
  Post: { Posts: { VideoList: [{ Date: "2024-11-11 00:48:20", Link: "https://www.tiktokv.com/share/video/7435000000000000101/", Likes: "41", Title: "Kelp forest" }] } },
});

/** A part of an export of Instagram, and whose it is. */
export const INSTAGRAM = {
  "personal_information/personal_information/personal_information.json": JSON.stringify({ profile_user: [{ string_map_data: { Username: { value: "kelp.pictures" } } }] }),
  "your_instagram_activity/media/posts_1.json": JSON.stringify([{ media: [{ uri: "media/posts/202405/1_17900000000000101.jpg", creation_timestamp: 1715566876, title: "Low tide" }] }]),
};

/** The table of X's analytics. */
export const TABLE_OF_X = 'Post id,Date,Post text,Post Link,Impressions,Likes,Engagements,Bookmarks,Shares,New follows,Replies,Reposts\n1800000000000000101,"Mon, Jun 10, 2024","Low\ntide",https://x.com/kelp_notes/status/1800000000000000101,"1,234",12,50,2,9,0,1,3\n';
