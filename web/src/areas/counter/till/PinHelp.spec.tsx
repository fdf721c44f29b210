// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { refusal } from "@/api/testing/server";
import { renderPiece, server } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { PinHelp } from "./PinHelp";

const onHelped = vi.fn();

const till = {
  name: "Front",
  vendorName: "Maple Leaf Books",
  vendorLogoPath: null,
  idleMinutes: 10,
  secret: "secret",
  clerks: [
    { id: "per_1", name: "Ann R.", isLocked: true, isManager: false },
    { id: "per_2", name: "Mia T.", isLocked: false, isManager: true },
    { id: "per_3", name: "Max L.", isLocked: true, isManager: true },
  ],
};
const [ann] = till.clerks as [(typeof till.clerks)[0]];

const show = (clerks = till.clerks) =>
  renderPiece(
    <PinHelp till={{ ...till, clerks }} clerk={ann} onHelped={onHelped} onClose={() => undefined} />,
  );

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("PinHelp", () => {
  it("unlocks a PIN with the PIN of a manager who is not locked", async () => {
    server.on("POST /Tills/pins/unlocked", () => undefined);
    show();
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Mia T."]);
    fill("Manager’s PIN", "8520");
    await press("Unlock the PIN");
    expect(onHelped).toHaveBeenCalledOnce();
    const [asked] = server.asked("POST /Tills/pins/unlocked");
    expect(asked?.body).toEqual({ personId: "per_1", managerId: "per_2", managerPin: "8520" });
    expect(asked?.headers.get("x-till-secret")).toBe("secret");
  });

  it("has a new PIN typed twice, and shows the server's refusal", async () => {
    const wrong = { errorCode: "WRONG_PIN", errorMessage: "This PIN is not right." };
    server.on("POST /Tills/pins/renewed", () => refusal(400, wrong));
    show();
    fireEvent.click(screen.getByRole("radio", { name: "Choose another PIN" }));
    fill("New PIN", "9514");
    fill("New PIN once more", "9515");
    fill("Manager’s PIN", "8520");
    await press("Save the PIN");
    expect(await screen.findByText("These two PINs are not the same.")).toBeDefined();
    fill("New PIN once more", "9514");
    await press("Save the PIN");
    expect(await screen.findByText("This PIN is not right.")).toBeDefined();
    expect(server.asked("POST /Tills/pins/renewed")).toHaveLength(1);
  });

  it("shows what to do if no manager has a PIN", () => {
    show([ann]);
    expect(screen.getByText(/^A manager with a PIN can help here/)).toBeDefined();
  });
});
