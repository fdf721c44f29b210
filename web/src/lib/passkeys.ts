// Creates and uses passkeys. Bytes are exchanged with the server as URL-safe base64.
import { canUsePasskeys } from "./passkeySupport";

export interface PasskeyRequest {
  challengeId: string;
  challenge: string;
  site: string;
  credentials: string[];
}

export interface PasskeyOffer extends PasskeyRequest {
  algorithms: number[];
  person: string;
  email: string;
  displayName: string;
}

export interface SignedChallenge {
  challengeId: string;
  credentialId: string;
  clientData: string;
  authenticatorData: string;
  signature: string;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.codePointAt(0) ?? 0);
}

function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCodePoint(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const descriptors = (ids: string[]) => ids.map((id) => ({ type: "public-key" as const, id: bytesOf(id) }));

/**
 * Creates a passkey after the user confirms with fingerprint, face or PIN; `undefined` if they
 * cancel.
 */
export async function createPasskey(offer: PasskeyOffer) {
  const made = await navigator.credentials
    .create({
      publicKey: {
        rp: { id: offer.site, name: offer.site },
        user: { id: bytesOf(offer.person), name: offer.email, displayName: offer.displayName },
        challenge: bytesOf(offer.challenge),
        pubKeyCredParams: offer.algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: descriptors(offer.credentials),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
      },
    })
    .catch(() => null);
  if (!(made instanceof PublicKeyCredential)) return undefined;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return {
    challengeId: offer.challengeId,
    clientData: textOf(clientDataJSON),
    attestation: textOf(attestationObject),
  };
}

/** Whether this browser offers passkeys in autofill. */
export async function canFillInPasskeys(): Promise<boolean> {
  if (!canUsePasskeys() || !("isConditionalMediationAvailable" in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
}

interface SigningOptions {
  /** Makes the browser offer the passkey in autofill instead of a dialog. */
  mediation?: "conditional";
  signal?: AbortSignal;
}

/** Signs a challenge with a passkey; `undefined` if the user cancels or has none here. */
export async function signWithPasskey(
  request: PasskeyRequest,
  options: SigningOptions = {},
): Promise<SignedChallenge | undefined> {
  const signed = await navigator.credentials
    .get({
      ...options,
      publicKey: {
        rpId: request.site,
        challenge: bytesOf(request.challenge),
        allowCredentials: descriptors(request.credentials),
        userVerification: "required",
      },
    })
    .catch(() => null);
  if (!(signed instanceof PublicKeyCredential)) return undefined;
  const { clientDataJSON, authenticatorData, signature } = signed.response as AuthenticatorAssertionResponse;
  return {
    challengeId: request.challengeId,
    credentialId: signed.id,
    clientData: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
  };
}
