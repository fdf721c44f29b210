// Reads recipients from pasted text, such as cells of a spreadsheet or the addresses of an email.

interface Recipient {
  to: string;
  recipientEmail: string;
}

const ADDRESS = /[^\s<>()[\],;:"']+@[^\s<>()[\],;:"']+\.[^\s<>()[\],;:"'.]+/g;

/** Returns the name in an address: "zoe.roy@example.com" is from Zoe Roy. */
function nameOf(address: string): string {
  const parts = address
    .split("@", 1)
    .join()
    .split(/[._+-]+|\d+/);
  return parts
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}

/** Returns the recipients in a text: one for each email address, named by the text before or after it. */
export function pastedRecipients(text: string): Recipient[] {
  const found = new Map<string, Recipient>();
  for (const line of text.split(/[\r\n]+/)) {
    const addresses = line.match(ADDRESS) ?? [];
    // Several addresses in a line are a list, as in the recipients of an email.
    const pieces = addresses.length > 1 ? line.split(/[;,]/) : [line];
    for (const piece of pieces) {
      const [address] = piece.match(ADDRESS) ?? [];
      if (address === undefined) continue;
      const words = piece.replace(address, " ").replaceAll(/[<>()[\],;:"\t]/g, " ");
      const to = words.trim().replaceAll(/\s+/g, " ");
      const key = address.toLowerCase();
      if (!found.has(key)) found.set(key, { to: to || nameOf(address), recipientEmail: address });
    }
  }
  return [...found.values()];
}
