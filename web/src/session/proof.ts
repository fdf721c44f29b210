// Before some calls the server wants to know that it is really the signed-in person at the screen. Whatever call asks, one
// dialog asks the person, and all calls that wait go on with the answer.

interface ProofRequest {
  /** Tells the calls that wait whether they may be sent again. */
  settle: (isProven: boolean) => void;
}

let request: ProofRequest | undefined;
let answer: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function replace(next: ProofRequest | undefined): void {
  request = next;
  listeners.forEach((listener) => listener());
}

/** Asks the person to prove again that it is them. False when they won't, or where nothing on the screen could ask. */
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
    // Nobody is left who could ask: whoever waits is told no.
    if (listeners.size === 0) request?.settle(false);
  };
}
