import { pbkdf2Sync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { solve, type Challenge } from "./solve";

const nonce = Buffer.from("00112233445566778899aabbccddeeff", "hex");
const salt = Buffer.from("ffeeddccbbaa99887766554433221100", "hex");
const COST = 3;

/** Derives the key of a counter like the server. */
function keyOf(counter: number): string {
  const password = Buffer.alloc(nonce.length + 4);
  nonce.copy(password);
  password.writeUInt32BE(counter, nonce.length);
  return pbkdf2Sync(password, salt, COST, 32, "sha256").toString("hex");
}

function challenge(counter: number): Challenge {
  return {
    parameters: {
      nonce: nonce.toString("hex"),
      salt: salt.toString("hex"),
      cost: COST,
      keyLength: 32,
      keyPrefix: keyOf(counter).slice(0, 32),
      expiresAt: 0,
    },
    signature: "",
  };
}

describe("solve", () => {
  it.each([
    [0, 1],
    [1, 4],
    [70, 1],
    [261, 3],
  ])("finds the counter %i in %i lanes", async (counter, lanes) => {
    const { time, ...solution } = await solve(challenge(counter), lanes);
    expect(solution).toEqual({ counter, derivedKey: keyOf(counter) });
    expect(Number.isInteger(time)).toBe(true);
  });
});
