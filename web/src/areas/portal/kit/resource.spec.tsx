// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { pageOf, refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press as pressButton, pressInMenu } from "@/ui/testing/press";

const list = "/admin/organization";

const type = (id: string, name: string, isActive = true) => ({
  id,
  name,
  description: null,
  isActive,
  version: "v1",
});
const schools = type("org_1", "Schools");
const shelters = type("org_2", "Shelters", false);

/** Two pages, because some tests use page 2. */
const answer = (...items: (typeof schools)[]) => server.on("GET /Organizations", () => pageOf(items, 2));

async function show(address = list) {
  const app = renderApp(address, { as: "super administrator" });
  await screen.findAllByRole("row", { hidden: true });
  return app;
}

const press = (name: string) => pressButton(name, { hidden: true });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest("tr");
  if (!row) throw new Error(`${name} is in no row`);
  return row;
};

beforeEach(() => {
  answer(schools, shelters);
  server.on("GET /Organizations/org_1", () => schools);
  server.on("GET /Organizations/org_2", () => shelters);
});

describe("ResourceListPage", () => {
  it("reads a page by name with the address's filters", async () => {
    await show(`${list}?page=2&searchText=sch&isActive=false`);
    await screen.findByText("Schools");
    expect(Object.fromEntries(server.asked("GET /Organizations")[0]?.query ?? [])).toEqual({
      pageIndex: "2",
      pageSize: "10",
      searchText: "sch",
      orderBy: "name",
      direction: "Asc",
      isActive: "false",
    });
  });

  it.each([
    ["Deactivate", "Schools", "org_1/status/deactivate"],
    ["Activate", "Shelters", "org_2/status/activate"],
  ])("%s %s after a confirmation", async (verb, name, call) => {
    server.on(`PUT /Organizations/${call}`, () => undefined);
    await show();
    await screen.findByText("Schools");
    await pressInMenu(name, verb);
    const dialog = within(await screen.findByRole("dialog", { name: `${verb} ${name}?` }));
    expect(server.asked(`PUT /Organizations/${call}`)).toHaveLength(0);
    await act(async () => fireEvent.click(dialog.getByRole("button", { name: verb })));
    await waitFor(() => expect(toasts()).toEqual([`${verb}d successfully`]));
    await waitFor(() => expect(server.asked("GET /Organizations")).toHaveLength(2));
  });

  it("switches a record once when the reply is lost", async () => {
    const call = "PUT /Organizations/org_1/status/deactivate";
    server.on(call, () => {
      server.on(call, () => undefined);
      throw new TypeError("Failed to fetch");
    });
    await show();
    await screen.findByText("Schools");
    await pressInMenu("Schools", "Deactivate");
    const dialog = within(await screen.findByRole("dialog", { name: "Deactivate Schools?" }));
    await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Deactivate" })));
    await waitFor(() => expect(toasts()).toEqual(["Deactivated successfully"]));
    expect(server.asked(call)).toHaveLength(2);
  });

  it("changes all selected rows that need it", async () => {
    server.on("PUT /Organizations/org_2/status/activate", () => undefined);
    await show();
    await rowOf("Schools");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    const chosen = within(screen.getByRole("group", { name: "Selected rows" }));
    expect(chosen.getByText("2 selected")).toBeDefined();
    fireEvent.click(chosen.getByRole("button", { name: "Activate" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Activate 1 entry?" }));
    await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Activate" })));
    await waitFor(() => expect(toasts()).toEqual(["Activated successfully"]));
    expect(screen.queryByRole("group", { name: "Selected rows" })).toBeNull();
  });
});

const sent = () => server.asked("PUT /Organizations/org_1");
const choice = (name: string) => screen.getByRole("radio", { name, hidden: true });

describe("resource form", () => {
  it("creates a record, says so, and leads back to the list as it was", async () => {
    server.on("POST /Organizations", () => ({ id: "org_3" }));
    const { router } = await show(`${list}/add?page=2`);
    fireEvent.change(await screen.findByLabelText("Name", { selector: "input" }), {
      target: { value: "Museums" },
    });
    await press("Save");
    await waitFor(() => expect(router.state.location.pathname).toBe(list));
    expect(router.state.location.search).toBe("?page=2");
    expect(server.asked("POST /Organizations")[0]?.body).toEqual({
      name: "Museums",
      frenchName: "",
      description: "",
    });
    expect(toasts()).toEqual(["Created organization type successfully"]);
  });

  it("shows the server's errors", async () => {
    server.on("PUT /Organizations/org_1", () => refusal(400, { fields: { name: "There is one already." } }));
    await show(`${list}/detail/org_1`);
    await waitFor(() => expect(field("Name").value).toBe("Schools"));
    fireEvent.change(field("Name"), { target: { value: "Shelters" } });
    await press("Save");
    expect(await screen.findByText("There is one already.")).toBeDefined();
  });

  it("closes when the record can't be loaded", async () => {
    server.on("GET /Organizations/org_gone", () => refusal(404, { errorMessage: "Not there." }));
    const { router } = await show(`${list}/detail/org_gone?page=2`);
    await waitFor(() => expect(router.state.location.pathname).toBe(list));
    expect(router.state.location.search).toBe("?page=2");
  });

  it("stays open when refetching fails", async () => {
    const { router, client } = await show(`${list}/detail/org_1`);
    await waitFor(() => expect(field("Name").value).toBe("Schools"));
    server.on("GET /Organizations/org_1", () => refusal(500, {}));
    await act(() => client.refetchQueries());
    expect(router.state.location.pathname).toBe(`${list}/detail/org_1`);
    expect(field("Name").value).toBe("Schools");
  });

  it("starts again for the next record of the list", async () => {
    await show(`${list}/detail/org_1`);
    await waitFor(() => expect(field("Name").value).toBe("Schools"));
    expect(screen.queryByRole("link", { name: "Previous", hidden: true })).toBeNull();
    fireEvent.click(screen.getByRole("link", { name: "Next", hidden: true }));
    await waitFor(() => expect(field("Name").value).toBe("Shelters"));
    expect(screen.getByRole("link", { name: "Previous", hidden: true })).toBeDefined();
  });

  describe("after another user has saved", () => {
    const theirs = { ...schools, name: "Theirs", description: "Their words.", version: "v2" };
    async function meetTheirs(change: Record<string, string>) {
      const client = await show(`${list}/detail/org_1`);
      await waitFor(() => expect(field("Name").value).toBe("Schools"));
      server.on("PUT /Organizations/org_1", () => refusal(409, { errorCode: "CHANGED_MEANWHILE" }));
      server.on("GET /Organizations/org_1", () => theirs);
      for (const [label, value] of Object.entries(change)) {
        fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`), { selector: "input, textarea" }), {
          target: { value },
        });
      }
      await press("Save");
      await screen.findByRole("alert", { hidden: true });
      return client;
    }

    it("shows the differences, and saves the user's values after they were shown", async () => {
      await meetTheirs({ Name: "Mine" });
      expect(sent()[0]?.headers.get("if-match")).toBe('"v1"');
      expect(toasts()).toEqual([]);
      expect(field("Name").value).toBe("Mine");
      expect(screen.getByRole("alert", { hidden: true }).textContent).toContain("from them: Description.");
      expect(choice("Mine: Mine")).toHaveProperty("checked", true);
      await waitFor(() => expect(document.activeElement?.textContent).toContain("Somebody else"));
      server.on("PUT /Organizations/org_1", () => undefined);
      await press("Save");
      await waitFor(() => expect(sent()).toHaveLength(2));
      expect(sent()[1]?.headers.get("if-match")).toBe('"v2"');
      expect(sent()[1]?.body).toEqual({ name: "Mine", frenchName: "", description: "Their words." });
    });

    it("takes the other user's values, and back, without losing any", async () => {
      await meetTheirs({ Name: "Mine", Description: "My words." });
      fireEvent.click(choice("Theirs: Theirs"));
      await waitFor(() => expect(field("Name").value).toBe("Theirs"));
      fireEvent.click(choice("Mine: Mine"));
      await waitFor(() => expect(field("Name").value).toBe("Mine"));
      fireEvent.click(choice("Theirs: Their words."));
      server.on("PUT /Organizations/org_1", () => undefined);
      await press("Save");
      await waitFor(() =>
        expect(sent()[1]?.body).toEqual({ name: "Mine", frenchName: "", description: "Their words." }),
      );
    });

    it("reports success when the conflict is with its own save, whose reply was lost", async () => {
      const { router } = await show(`${list}/detail/org_1`);
      await waitFor(() => expect(field("Name").value).toBe("Schools"));
      fireEvent.change(field("Name"), { target: { value: "Mine" } });
      server.on("PUT /Organizations/org_1", () => refusal(409, { errorCode: "CHANGED_MEANWHILE" }));
      server.on("GET /Organizations/org_1", () => ({ ...schools, name: "Mine", version: "v2" }));
      await press("Save");
      await waitFor(() => expect(router.state.location.pathname).toBe(list));
      expect(toasts()).toEqual(["Edited organization type successfully"]);
      expect(sent()).toHaveLength(1);
    });

    it("reports success when the reply was lost and the record equals the form", async () => {
      const { router } = await show(`${list}/detail/org_1`);
      await waitFor(() => expect(field("Name").value).toBe("Schools"));
      fireEvent.change(field("Name"), { target: { value: "Mine" } });
      server.on("PUT /Organizations/org_1", () => {
        server.on("GET /Organizations/org_1", () => ({ ...schools, name: "Mine", version: "v2" }));
        return refusal(502, {});
      });
      await press("Save");
      await waitFor(() => expect(router.state.location.pathname).toBe(list));
      expect(toasts()).toEqual(["Edited organization type successfully"]);
    });

    it("keeps the typed values when the save has not arrived", async () => {
      await show(`${list}/detail/org_1`);
      await waitFor(() => expect(field("Name").value).toBe("Schools"));
      fireEvent.change(field("Name"), { target: { value: "Mine" } });
      server.on("PUT /Organizations/org_1", () => refusal(502, {}));
      await press("Save");
      await waitFor(() => expect(toasts()).toEqual(["Unable to connect to server"]));
      expect(field("Name").value).toBe("Mine");
    });

    it("takes over the new record when nothing was typed", async () => {
      const { client } = await show(`${list}/detail/org_1`);
      await waitFor(() => expect(field("Name").value).toBe("Schools"));
      server.on("GET /Organizations/org_1", () => theirs);
      await act(() => client.refetchQueries());
      await waitFor(() => expect(field("Name").value).toBe("Theirs"));
    });
  });
});
