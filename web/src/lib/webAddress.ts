// Checks web addresses by the server's rules.

const MAX_LENGTH = 2048;

const name = "[\\p{L}\\p{N}]([\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?";
const namedHost = `(${name}\\.)+(?!\\d+(?![\\p{L}\\p{N}-]))(?=[\\p{L}\\p{N}-]{2})${name}`;
const byte = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const numberedHost = `${byte}(\\.${byte}){3}`;
const pattern = new RegExp(
  `^https?://(${namedHost}|${numberedHost})(:(?<port>\\d{1,5}))?([/?#][^\\s\\p{Cc}"<>\\\\^\`{|}]*)?$`,
  "iu",
);

/** Adds "https://" to an address like "www.shop.ca". Other texts are returned unchanged. */
export function completeWebAddress(text: string): string {
  const whole = `https://${text}`;
  return !/^[a-z]+:|\/\//iu.test(text) && isWebAddress(whole) ? whole : text;
}

/** Whether the address is safe to open: http or https, a real host, no user name or password. */
export function isWebAddress(text: string): boolean {
  const found = text.length <= MAX_LENGTH ? pattern.exec(text) : null;
  if (!found) return false;
  const port = found.groups?.["port"];
  return port === undefined || (Number(port) > 0 && Number(port) <= 65_535);
}
