// ALTCHA proof of work, version 2. The server derived a key from a secret counter and sends the key's prefix. The browser tries
// counters until a derived key has that prefix.

export interface Challenge {
  parameters: {
    nonce: string;
    salt: string;
    /** Rounds of one key derivation. */
    cost: number;
    keyLength: number;
    keyPrefix: string;
    /** In seconds, by the server's clock. */
    expiresAt: number;
  };
  signature: string;
}

export interface Solution {
  counter: number;
  derivedKey: string;
  /** Duration in milliseconds. */
  time: number;
}

interface Candidate {
  counter: number;
  key: string;
}

/** Far above what a server asks for. It stops the search if a challenge has no solution. */
const MAX_COUNTER = 1_000_000;
const COUNTER_BYTES = 4;
const BITS_PER_BYTE = 8;

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function derive({ parameters }: Challenge, counter: number): Promise<Candidate> {
  const nonce = fromHex(parameters.nonce);
  const password = new Uint8Array(nonce.length + COUNTER_BYTES);
  password.set(nonce);
  new DataView(password.buffer).setUint32(nonce.length, counter);
  const material = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const way = {
    name: "PBKDF2",
    hash: "SHA-256",
    salt: fromHex(parameters.salt),
    iterations: parameters.cost,
  };
  const bits = await crypto.subtle.deriveBits(way, material, parameters.keyLength * BITS_PER_BYTE);
  return { counter, key: toHex(new Uint8Array(bits)) };
}

/** Yields every `step`-th candidate; each key is derived on demand. */
async function* candidates(challenge: Challenge, first: number, step: number): AsyncGenerator<Candidate> {
  for (let counter = first; counter <= MAX_COUNTER; counter += step) yield derive(challenge, counter);
}

/** Tries counters in parallel lanes, because browsers derive keys on several threads. */
export async function solve(challenge: Challenge, lanes: number): Promise<Solution> {
  const begun = performance.now();
  let found: Candidate | undefined;
  const search = async (lane: number) => {
    for await (const candidate of candidates(challenge, lane, lanes)) {
      if (candidate.key.startsWith(challenge.parameters.keyPrefix)) found = candidate;
      if (found) return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => search(lane)));
  if (!found) throw new Error("This challenge has no solution");
  return { counter: found.counter, derivedKey: found.key, time: Math.round(performance.now() - begun) };
}
