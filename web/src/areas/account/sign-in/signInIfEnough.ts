import type { Credentials } from "@/session/session";

/** Signs in with a password that was just set, unless a second step is needed. The sign-in page handles both cases. */
export async function signInIfEnough(credentials: Credentials): Promise<void> {
  try {
    await (await import("@/session/session")).signIn(credentials);
  } catch {
    // The sign-in page shows which step is missing.
  }
}
