// What a website's address looks like, by the server's own rules.

const LONGEST = 2048;

const name = "[\\p{L}\\p{N}]([\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?";
const namedHost = `(${name}\\.)+(?!\\d+(?![\\p{L}\\p{N}-]))(?=[\\p{L}\\p{N}-]{2})${name}`;
const byte = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const numberedHost = `${byte}(\\.${byte}){3}`;
const pattern = new RegExp(
  `^https?://(${namedHost}|${numberedHost})(:(?<port>\\d{1,5}))?([/?#][^\\s\\p{Cc}"<>\\\\^\`{|}]*)?$`,
  "iu",
);

/** As people type it, "www.shop.ca": with the beginning that it lacks. Anything else stays as it is. */
export function completeWebAddress(text: string): string {
  const whole = `https://${text}`;
  return !/^[a-z]+:|\/\//iu.test(text) && isWebAddress(whole) ? whole : text;
}

/** Whether a browser can be sent there without harm: http or https, a real host, nobody's password in it. */
export function isWebAddress(text: string): boolean {
  const found = text.length <= LONGEST ? pattern.exec(text) : null;
  if (!found) return false;
  const port = found.groups?.["port"];
  return port === undefined || (Number(port) > 0 && Number(port) <= 65_535);
}
