// @vitest-environment jsdom
import { useIsMutating } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Profile } from "@/session/current";
import { signInFromAutofill } from "@/session/passkeyAutofill";
import { renderPiece } from "@/shared/testing/render";
import { usePasskeyAutofill } from "./usePasskeyAutofill";

vi.mock("@/session/passkeyAutofill", () => ({ signInFromAutofill: vi.fn<typeof signInFromAutofill>() }));

const onSignedIn = vi.fn<(profile: Profile) => void>();

function Example() {
  const error = usePasskeyAutofill(true, onSignedIn);
  return <p>{useIsMutating() > 0 ? "Busy" : (error?.message ?? "Idle")}</p>;
}

const show = () => renderPiece(<Example />);

beforeEach(() => vi.clearAllMocks());

describe("usePasskeyAutofill", () => {
  it("offers passkeys without showing a loading state", async () => {
    vi.mocked(signInFromAutofill).mockReturnValue(new Promise(() => {}));
    show();
    await waitFor(() => expect(signInFromAutofill).toHaveBeenCalled());
    expect(screen.getByText("Idle")).toBeDefined();
  });

  it("signs in with the chosen passkey, or returns the error", async () => {
    const ann = { userId: "per_1" } as Profile;
    vi.mocked(signInFromAutofill).mockResolvedValueOnce(ann);
    show();
    await waitFor(() => expect(onSignedIn.mock.calls).toEqual([[ann]]));
    cleanup();
    vi.mocked(signInFromAutofill).mockRejectedValueOnce(new Error("Unknown passkey."));
    show();
    expect(await screen.findByText("Unknown passkey.")).toBeDefined();
  });
});
