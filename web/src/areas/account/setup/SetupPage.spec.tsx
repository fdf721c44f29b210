// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { verdicts } from "@/shared/form/testing/verdicts";
import { fillAll } from "@/shared/testing/fields";
import { untranslated } from "@/shared/testing/untranslated";
import { refusal, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import { administratorSchema } from "./schema";

const LINK = "/setup#token=ABC";
const dead = () => refusal(400, { errorCode: "DEAD_LINK", errorMessage: "This link has expired." });

const nobody = { firstName: "", lastName: "", email: "", password: "", confirmPassword: "" };

it("administratorSchema: has all messages in both languages, and wants a long password", () => {
  expect(untranslated(administratorSchema, nobody)).toEqual([]);
  const ann = { ...nobody, firstName: "Ann", lastName: "Lee", email: "ann@shop.ca" };
  const found = verdicts(administratorSchema(), { ...ann, password: "1234567", confirmPassword: "x" });
  expect(Object.keys(found).toSorted()).toEqual(["confirmPassword", "password"]);
});

async function open() {
  server.on("POST /Setup/sessions", () => ({ key: "KEY", expiredAt: "2026-03-10T16:00:00Z" }));
  const app = renderApp(LINK);
  await press("Begin");
  await screen.findByRole("heading", { level: 1, name: "First administrator" });
  return app;
}

function fill() {
  fillAll({
    "First Name": "Ann",
    "Last Name": "Lee",
    Email: "ann@shop.ca",
    Password: "correct horse 1",
    "Confirm Password": "correct horse 1",
  });
}

describe("SetupPage", () => {
  beforeEach(() => server.on("GET /Setup", () => ({ linkLastsHours: 24 })));

  it("says that the shop opens soon without a link", async () => {
    renderApp("/setup");
    await screen.findByRole("heading", { level: 1, name: "We open soon" });
    expect(screen.queryByRole("button", { name: "Begin" })).toBeNull();
    expect(screen.queryAllByRole("link")).toEqual([]);
  });

  it("removes the token from the address, and sends it only when the user begins", async () => {
    server.on("POST /Setup/sessions", () => ({ key: "KEY", expiredAt: "2026-03-10T16:00:00Z" }));
    const { router } = renderApp(LINK);
    await screen.findByRole("button", { name: "Begin" });
    await waitFor(() => expect(router.state.location.hash).toBe(""));
    expect(server.asked("POST /Setup/sessions")).toHaveLength(0);
    await press("Begin");
    await screen.findByRole("heading", { level: 1, name: "First administrator" });
    expect(server.asked("POST /Setup/sessions")[0]?.body).toEqual({ token: "ABC" });
  });

  it("creates the administrator, signs them in and leads to the second step", async () => {
    server.on("POST /Setup/administrator", () => undefined);
    server.on("POST /OAuth/login", () =>
      refusal(400, { errorCode: "WRONG_CREDENTIALS", errorMessage: "No." }),
    );
    const { place } = await open();
    fill();
    await press("Create the administrator");
    // The sign-in fails here, so the guard of the page asks for it.
    await waitFor(() => expect(place()).toContain("/signin"));
    expect(place()).toContain(encodeURIComponent("/account/security"));
    expect(server.asked("POST /Setup/administrator")[0]?.body).toEqual({
      firstName: "Ann",
      lastName: "Lee",
      email: "ann@shop.ca",
      password: "correct horse 1",
      key: "KEY",
    });
    expect(server.asked("POST /OAuth/login")[0]?.body).toMatchObject({ email: "ann@shop.ca" });
  });

  it("names the command for a new link if the link or its key is dead", async () => {
    server.on("POST /Setup/sessions", dead);
    renderApp(LINK);
    await press("Begin");
    await screen.findByText("funray setup-link");
    expect(screen.getByText(/older than 24 hours/)).toBeTruthy();
  });

  it("names the command for a new link if the form came too late", async () => {
    server.on("POST /Setup/administrator", dead);
    await open();
    fill();
    await press("Create the administrator");
    expect(await screen.findByText("funray setup-link")).toBeTruthy();
  });

  it("does not exist once the server is set up", async () => {
    server.on("GET /Setup", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Not found." }));
    renderApp("/setup");
    expect(await screen.findByText("Not found.")).toBeTruthy();
  });
});
