// Redemptions that were sent and not answered. Whether they happened nobody knows, so this browser keeps them until it is known,
// for all its tabs: one's own is sent again under the same key, which does it once. A key counts for one person alone: sent by
// anybody else it would redeem a second time.
import { localText } from "@/lib/storage";

/** A redemption as it is sent. All amounts are cents. */
export interface Try {
  key: string;
  cardId: string;
  /** Who redeems. */
  userId: string;
  taken: number;
  /** What the customer pays otherwise. */
  owed: number;
  isMailed: boolean;
  /** By this browser's clock. */
  sentAt: number;
}

/** After that, whoever stands at the till looks at the card's history instead. */
const KEPT_FOR_MS = 15 * 60_000;

const storedTries = localText("redeemTries");

function readTries(): Try[] {
  try {
    const tries: unknown = JSON.parse(storedTries.read() ?? "[]");
    return (tries as Try[]).filter(({ sentAt }) => Date.now() - sentAt < KEPT_FOR_MS);
  } catch {
    // Anybody can write anything into their storage; a till that doesn't open would be worse.
    return [];
  }
}

function writeTries(tries: Try[]): void {
  if (tries.length === 0) storedTries.remove();
  else storedTries.write(JSON.stringify(tries));
}

const triesBut = (key: string) => readTries().filter((kept) => kept.key !== key);

/** The try on a card that is still open: one's own, or else that of whoever stood here before. */
export function findTry(cardId: string, userId: string): Try | undefined {
  const tries = readTries().filter((kept) => kept.cardId === cardId);
  return tries.find((kept) => kept.userId === userId) ?? tries.at(-1);
}

export function rememberTry(attempt: Try): void {
  writeTries([...triesBut(attempt.key), attempt]);
}

/** It is known what came of it. */
export function forgetTry({ key }: Pick<Try, "key">): void {
  writeTries(triesBut(key));
}
