// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { act, fireEvent, screen } from "@testing-library/react";
import { renderIn } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { verdicts } from "@/shared/form/testing/verdicts";
import { renderPiece, server } from "@/shared/testing/render";
import { useZodForm } from "@/shared/form/useZodForm";
import { userSchema, type UserValues } from "./userSchema";
import { UserFields } from "./UserFields";

const fine: UserValues = {
  firstName: "Nell",
  lastName: "Comer",
  email: "nell@shop.test",
  roleId: "EMPLOYEE",
  tenantId: "ten_books",
};

function messagesOf(values: Partial<UserValues>, isTenantGiven = false): Record<string, string> {
  return verdicts(userSchema({ isTenantGiven }), { ...fine, ...values });
}

afterEach(() => {
  renderIn("en");
});

describe("userSchema", () => {
  it.each<[Partial<UserValues>, Record<string, string>]>([
    [{}, {}],
    [{ firstName: " " }, { firstName: "First Name field is required." }],
    [{ lastName: "" }, { lastName: "Last Name field is required." }],
    [{ email: "" }, { email: "Email field is required." }],
    [{ email: "nell" }, { email: "Email is not in correct format." }],
    [{ roleId: "" }, { roleId: "Role field is required." }],
    [{ tenantId: "" }, { tenantId: "Vendor or Charity field is required." }],
    [{ roleId: "ADMINISTRATOR", tenantId: "" }, {}],
    [{ roleId: "SUPER_ADMINISTRATOR", tenantId: "" }, {}],
    [
      { firstName: "", tenantId: "" },
      { firstName: "First Name field is required.", tenantId: "Vendor or Charity field is required." },
    ],
  ])("reports for %j: %j", (values, expected) => {
    const messages = messagesOf(values);
    expect(messages).toEqual(expected);
    renderIn("fr");
    for (const [field, english] of Object.entries(expected)) {
      expect(messagesOf(values)[field]).toMatch(/\p{L}/u);
      expect(messagesOf(values)[field]).not.toBe(english);
    }
  });

  it("requires no tenant on the page of one vendor", () => {
    expect(messagesOf({ tenantId: "" }, true)).toEqual({});
  });
});

function Example() {
  const form = useZodForm(userSchema({ isTenantGiven: false }), {
    ...fine,
    firstName: "",
    email: "",
    tenantId: "",
  });
  return (
    <Form form={form} onSubmit={async () => undefined} submitLabel="Save">
      <UserFields isTenantGiven={false} />
    </Form>
  );
}

describe("form with userSchema", () => {
  it.each([
    ["First Name", "First Name field is required."],
    ["Email", "Email field is required."],
    ["Assign Vendor or Charity", "Vendor or Charity field is required."],
  ])("shows the error of %s only after the field was left", async (label, message) => {
    server.on("GET /OAuth/roles", () => []);
    renderPiece(<Example />);
    expect(screen.queryByText(message)).toBeNull();
    await act(async () => fireEvent.blur(screen.getByLabelText(label, { selector: "input" })));
    expect(await screen.findByText(message)).toBeDefined();
  });
});
