// The operators' API, with the secret where one is needed: kept in this tab, sent as a Bearer.

import { request } from "../dashboard/api.js";

const KEY = "postern.operator";

export const hasSecret = () => sessionStorage.getItem(KEY) !== null;
export const keepSecret = (secret) => sessionStorage.setItem(KEY, secret);
export const forgetSecret = () => sessionStorage.removeItem(KEY);

/** Without a secret the call goes out bare: Cloudflare Access may have let the operator in. */
function headers() {
  const secret = sessionStorage.getItem(KEY);
  return secret === null ? {} : { Authorization: `Bearer ${secret}` };
}

export const get = (path) => request("GET", `/operator/v1/${path}`, { headers: headers() });
export const post = (path, body) => request("POST", `/operator/v1/${path}`, { headers: headers(), body });

/** Whether an error means that this operator is not let in. */
export const isRefused = (error) => error.status === 401 || error.status === 403;
