// Finds mistyped domains of email addresses, such as "gmial.com". A list and a distance are enough: the answer is only a hint.

/** Domains of most private addresses in Canada. The first one of a provider is its most common. */
const DOMAINS = (
  "gmail.com hotmail.com hotmail.ca hotmail.fr outlook.com outlook.ca outlook.fr yahoo.com yahoo.ca yahoo.fr icloud.com " +
  "live.ca live.com live.fr msn.com me.com mac.com aol.com proton.me protonmail.com fastmail.com ymail.com mail.com " +
  "email.com gmx.com googlemail.com bell.net sympatico.ca rogers.com shaw.ca telus.net videotron.ca cogeco.ca eastlink.ca " +
  "sasktel.net mts.net mymts.net xplornet.com teksavvy.com bellaliant.net globetrotter.net orange.fr laposte.net comcast.net"
).split(" ");

/** These providers have one domain only, so any other ending is a mistake: "gmail.ca". */
const ONE_DOMAIN = new Set(["gmail", "icloud", "sympatico"]);

/** Shorter names resemble too many others. */
const MIN_NAME_LENGTH = 5;
/** Names from here on may have two mistakes. */
const LONG_NAME_LENGTH = 8;

function splitDomain(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf(".");
  return dot < 0 ? [domain, ""] : [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** Number of letters that are missing, added, wrong or swapped with their neighbour; Infinity if there are more than `most`. */
function distance(from: string, to: string, most: number): number {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  const [rest, other] = [from.slice(same), to.slice(same)];
  if (rest === other) return 0;
  if (most === 0) return Infinity;
  const isSwapped = rest.length > 1 && rest[0] === other[1] && rest[1] === other[0];
  const ways: [left: number, right: number][] = [
    [1, 1],
    [1, 0],
    [0, 1],
  ];
  if (isSwapped) ways.push([2, 2]);
  return (
    1 + Math.min(...ways.map(([left, right]) => distance(rest.slice(left), other.slice(right), most - 1)))
  );
}

/** Number of mistakes that turn a known domain into the typed one; Infinity if it is probably another domain. */
function mistakes(typed: string, known: string): number {
  const [[typedName, typedEnding], [name, ending]] = [splitDomain(typed), splitDomain(known)];
  const most = name.length >= LONG_NAME_LENGTH ? 2 : name.length >= MIN_NAME_LENGTH ? 1 : 0;
  const isAnyEnding = ONE_DOMAIN.has(name) || typedEnding === "";
  const inEnding = typedEnding !== ending && isAnyEnding ? 1 : distance(typedEnding, ending, 1);
  return distance(typedName, name, most) + inEnding;
}

/** Whether more letters may turn the text into a known domain. */
function isUnfinished(domain: string): boolean {
  return !/\.[a-z]{2,}$/.test(domain) || DOMAINS.some((known) => known.startsWith(domain));
}

/**
 * Returns the address that the user probably meant, or `undefined`. While the user types, it waits until the mistake is certain;
 * `isLeft` says that the text is complete.
 */
export function suggestAddress(text: string, isLeft: boolean): string | undefined {
  const [, mailbox, typed] = /^\s*(\S+)@(\S+?)\s*$/.exec(text) ?? [];
  if (mailbox === undefined || typed === undefined) return undefined;
  const domain = typed
    .toLowerCase()
    .replaceAll(/[.,;]+/g, ".")
    .replace(/\.$/, "");
  if (domain === typed.toLowerCase() && DOMAINS.includes(domain)) return undefined;
  if (!isLeft && isUnfinished(typed.toLowerCase())) return undefined;
  const glued = DOMAINS.find((known) => known.replace(".", "") === domain);
  const [best] = DOMAINS.map((known) => ({ known, count: mistakes(domain, known) }))
    .filter(({ count }) => count < Infinity)
    .toSorted((one, other) => one.count - other.count);
  const meant = glued ?? best?.known;
  return meant === undefined ? undefined : `${mailbox}@${meant}`;
}
