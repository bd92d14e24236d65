// Requests as commands for a shell.

/**
 * @param {object} request
 * @param {string} request.href
 * @param {string} [request.body] Of a POST.
 * @param {import("./ask.js").Asked} request.asked Its token is left to the shell's environment.
 */
export function curl({ href, body, asked }) {
  const parts = ["curl", quoted(new URL(href, location.origin).href)];
  if (asked.token) parts.push('-H "Authorization: Bearer $TOKEN"');
  // A document without a locale has the language that the browser asks for.
  if (!body && !asked.locale) parts.push("-H", quoted(`Accept-Language: ${navigator.languages.join(", ")}`));
  if (body) parts.push("-H 'Content-Type: application/json'", "-d", quoted(body));
  return parts.join(" ");
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
