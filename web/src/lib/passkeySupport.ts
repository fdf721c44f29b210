// Apart from what passkeys are made with: sign-in pages ask only this at first.

/** Whether this browser can hold passkeys for this page: pages at a bare address can't have any. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
