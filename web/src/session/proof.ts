// Repeated proof of identity, which the server requires before some calls. One dialog asks the
// user, and all waiting calls continue with the answer.

interface ProofRequest {
  /** Resolves the waiting calls: true to send them again. */
  settle: (isProven: boolean) => void;
}

let request: ProofRequest | undefined;
let answer: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function replace(next: ProofRequest | undefined): void {
  request = next;
  listeners.forEach((listener) => listener());
}

/**
 * Asks the user to prove their identity again. Resolves to false if they cancel or no dialog is
 * mounted.
 */
export async function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return false;
  answer ??= new Promise<boolean>((resolve) => {
    replace({
      settle: (isProven) => {
        answer = undefined;
        replace(undefined);
        resolve(isProven);
      },
    });
  });
  return answer;
}

export function currentProofRequest(): ProofRequest | undefined {
  return request;
}

export function subscribeToProofRequests(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // No dialog is left to ask the user, so the waiting calls fail.
    if (listeners.size === 0) request?.settle(false);
  };
}
