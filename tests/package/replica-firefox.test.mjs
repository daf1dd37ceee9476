// Copies of posts in Firefox, whose storage, locks and channels between tabs are others than Chromium's.

import { setCopies } from "./support/copies.mjs";
import { launchFirefox } from "./support/firefox.mjs";
import { testStoredCopies } from "./support/stored-copies.mjs";

testStoredCopies(setCopies(launchFirefox));
