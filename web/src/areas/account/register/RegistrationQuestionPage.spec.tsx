// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "@/paths";
import { refusal, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const OPEN = "POST /Tenants/registrations/opened";
const ANSWER = "POST /Tenants/registrations/answered";

const registration = {
  name: "Maple Leaf Books",
  kind: "VENDOR" as const,
  fields: ["accountNumber", "cardAmount", "regionId"],
  note: "Which of your branches is it?",
  answeredAt: null,
  regionId: null,
  categoryId: "cat_books",
  organizationId: null,
  cardAmount: "0",
};

const show = (code = "#code=4w7q") => renderApp(`${paths.registrationQuestion()}${code}`, { as: "guest" });

beforeEach(() => {
  server.on("GET /Public/Regions", () => [{ id: "reg_ottawa", value: "reg_ottawa", text: "Ottawa" }]);
  server.on(OPEN, () => registration);
  server.on(ANSWER, () => undefined);
});

describe("RegistrationQuestionPage", () => {
  it("asks only for the missing fields, and sends them with the code", async () => {
    show();
    expect(await screen.findByText("Which of your branches is it?")).toBeDefined();
    expect(screen.queryByLabelText(/Category/)).toBeNull();
    expect(screen.getByText(/bank account/i)).toBeDefined();
    await press("Send");
    expect((await screen.findAllByText(/field is required/)).length).toBe(2);
    expect(server.asked(ANSWER)).toEqual([]);
    const main = within(screen.getByRole("main"));
    fireEvent.change(main.getByLabelText("Region"), { target: { value: "reg_ottawa" } });
    fireEvent.click(main.getByLabelText("$50"));
    await press("Send");
    expect(await screen.findByText("Thank you")).toBeDefined();
    expect(server.asked(ANSWER)[0]?.body).toEqual({
      code: "4w7q",
      regionId: "reg_ottawa",
      cardAmount: "Amount50",
    });
  });

  it.each([
    ["without a code", ""],
    ["with a link that is over", "#code=gone"],
  ])("shows the contact address %s", async (_, code) => {
    server.on(OPEN, () =>
      refusal(400, { status: 400, traceId: "t1", errorCode: "DEAD_LINK", errorMessage: "Gone." }),
    );
    show(code);
    await waitFor(() => expect(screen.getByText("This link doesn’t work any more")).toBeDefined());
    expect(screen.getByRole("link", { name: /Write to us|Contact/i })).toBeDefined();
  });
});
