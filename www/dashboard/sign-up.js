// Creating an account: it exists once the link that is sent is opened.

import { post } from "./api.js";
import { askForLink } from "./mailed.js";

askForLink({ send: ({ name, email, company }) => post("sign-up", { name, email, company: company.trim() }) });
