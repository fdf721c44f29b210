import type { Credentials } from "@/session/session";

/** Opens a session where a password that was just typed is enough for one; the sign-in page leads on either way. */
export async function signInIfEnough(credentials: Credentials): Promise<void> {
  try {
    await (await import("@/session/session")).signIn(credentials);
  } catch {
    // The sign-in page says what else it takes.
  }
}
