// Requests to the server, as an app sends them.

// The parameters of `GET /home` for a device.
export function address(device, asked) {
  const parameters = new URLSearchParams({ width: device.width, scale: device.scale });
  for (const name of ["textScale", "user", "segment", "locale", "budget"]) {
    if (asked[name]) parameters.set(name, asked[name]);
  }
  if (asked.lat && asked.lon) {
    parameters.set("lat", asked.lat);
    parameters.set("lon", asked.lon);
  }
  parameters.set("platform", device.platform);
  if (asked.layouts) parameters.set("layouts", asked.layouts.join(","));
  return `/home?${parameters}`;
}

// An href of a home with the home's `shown` token.
export function continued(href, { shown }) {
  return `${href}&shown=${shown}`;
}

// Loads a document, with its timing and size. Throws an Error with the server's message.
export async function load(href, asked) {
  const headers = authorization(asked);
  // Browsers always accept gzip; `no-transform` disables it.
  if (!asked.compressed) headers["Cache-Control"] = "no-transform";
  const start = performance.now();
  const answer = await send(href, { headers });
  const text = await answer.text();
  const milliseconds = performance.now() - start;
  if (!answer.ok) throw new Error(problem(text, answer.status));
  return {
    href,
    text,
    document: JSON.parse(text),
    milliseconds,
    timing: timings(answer.headers.get("Server-Timing") ?? ""),
    coding: answer.headers.get("Content-Encoding") ?? "identity",
    sent: Number(answer.headers.get("Content-Length")),
  };
}

// The server's settings: whether it `explains` homes, and whether it `asksForTokens`.
export async function server() {
  return (await send("/preview/server.json")).json();
}

// The explanation of the home; `undefined` if the server gives none.
export async function explain(href, asked) {
  if (!(await server()).explains) return undefined;
  const answer = await send(`${href}&explain=1`, { headers: authorization(asked) });
  if (!answer.ok) throw new Error(problem(await answer.text(), answer.status));
  return (await answer.json()).explain;
}

// Reports an event of a user. Throws an Error with the server's message if it is refused.
export async function report(user, event, asked) {
  const answer = await send(`/users/${encodeURIComponent(user)}/events`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...authorization(asked) },
    body: JSON.stringify({ events: [event] }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(problem(text, answer.status));
  const [refused] = JSON.parse(text).refused ?? [];
  if (refused) throw new Error(refused.message);
}

// Without the browser's cache, so that timing and size are those of this response.
async function send(href, options) {
  try {
    return await fetch(href, { cache: "no-store", ...options });
  } catch {
    throw new Error("The server does not answer.");
  }
}

function authorization(asked) {
  return asked.token ? { Authorization: `Bearer ${asked.token}` } : {};
}

function problem(text, status) {
  try {
    return JSON.parse(text).error.message;
  } catch {
    return `The server answered ${status}.`;
  }
}

// Parses `user;dur=0.12, nearby;dur=1.5` to milliseconds by name.
function timings(field) {
  return field.split(",").flatMap((part) => {
    const [name, ...parameters] = part.trim().split(";");
    const duration = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("dur="));
    return name && duration ? [{ name, milliseconds: Number(duration.slice(4)) }] : [];
  });
}
