// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "@/paths";
import { renderPiece } from "@/shared/testing/render";
import { SecondStep } from "./SecondStep";

const step = (
  <SecondStep
    asked={{ ticket: "t", methods: ["AUTHENTICATOR_APP", "RECOVERY_CODE"] }}
    onSignedIn={() => {}}
    onBack={() => {}}
  />
);

beforeEach(() => void renderPiece(step));

describe("SecondStep", () => {
  it("focuses the code field, which reports nothing when it is left empty", async () => {
    const field = screen.getByLabelText("Code from your app, or a recovery code");
    expect(document.activeElement).toBe(field);
    await act(async () => field.blur());
    expect(field.getAttribute("aria-invalid")).toBeNull();
    act(() => field.focus());
    await act(async () => field.blur());
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  });

  it("links to the contact form for users who have lost all second steps", () => {
    expect(screen.getByRole("link", { name: "Write to us" }).getAttribute("href")).toBe(paths.contact());
  });
});
