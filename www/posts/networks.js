// The networks, as the API and as people name them.

export const NETWORKS = [
  ["tiktok", "TikTok"],
  ["instagram", "Instagram"],
  ["x", "X"],
  ["snapchat", "Snapchat"],
  ["linkedin", "LinkedIn"],
];

const NAMES = new Map([...NETWORKS, ["twitter", "X"]]);

/** What people call it; one that is newer than this page is called as the API does. */
export const networkName = (platform) => NAMES.get(platform) ?? platform;
