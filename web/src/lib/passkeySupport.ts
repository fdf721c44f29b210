// A separate file to keep WebAuthn code out of the sign-in page.

/** Whether this browser supports passkeys for this page; pages at an IP address can't have any. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
