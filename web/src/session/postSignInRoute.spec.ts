// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Profile, Role } from "./profile";
import { isWithoutRole, landingPath, ownPath, postSignInPath, signInPath } from "./postSignInRoute";
import { rememberRedirect } from "./redirect";

const origin = "https://funray.example";

function person(roles: Role[], tenantType: Profile["tenantType"] = null): Profile {
  return {
    userId: "per_1",
    email: "a@b.ca",
    firstName: "Ann",
    lastName: "Bee",
    displayName: "Ann Bee",
    avatarText: "AB",
    roles,
    tenantType,
    tenantIds: tenantType ? ["ten_1"] : [],
    cartTotalCount: 0,
    accessToken: "a",
    refreshToken: "r",
    expiredAt: "2030-01-01T00:00:00Z",
    receivedAt: 0,
  };
}

const people: [string, Profile, string][] = [
  ["a super administrator", person(["SUPER_ADMINISTRATOR"]), "/admin/reporting"],
  ["an administrator", person(["ADMINISTRATOR", "CONSUMER"]), "/admin/reporting"],
  ["a shop's manager", person(["MANAGER"], "VENDOR"), "/admin/vendor/summary"],
  ["a charity's manager", person(["MANAGER"], "CHARITY"), "/admin/charity/summary"],
  ["an employee", person(["EMPLOYEE"], "VENDOR"), "/scan-counter"],
  ["a consumer", person(["CONSUMER"]), "/"],
];

describe("isWithoutRole", () => {
  it.each<[string, Profile, string, boolean]>([
    ["a person whose role was taken away", person(["CONSUMER"]), "/scan-counter", true],
    ["a person who never had a role", person([]), "/admin/vendor/summary", true],
    ["an employee", person(["EMPLOYEE"], "VENDOR"), "/scan-counter", false],
    ["an administrator", person(["ADMINISTRATOR"]), "/scan-counter", false],
    ["a shopper on the way to the wallet", person(["CONSUMER"]), "/transactions", false],
  ])("returns whether the link needs a role that is missing: %s", (_, profile, place, expected) => {
    expect(isWithoutRole(profile, new URLSearchParams({ "redirect-url": place }))).toBe(expected);
  });
});

describe("ownPlace", () => {
  it.each([
    ["/my-cart", "/my-cart"],
    ["/charities/1?a=b#c", "/charities/1?a=b#c"],
    [`${origin}/my-cart?x=1`, "/my-cart?x=1"],
    ["/a/../my-cart", "/my-cart"],
  ])("accepts our own page %s", (text, place) => {
    expect(ownPath(text, origin)).toBe(place);
  });

  it.each([
    "",
    "my-cart",
    "//evil.example",
    "///evil.example",
    "////evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "\t//evil.example",
    " //evil.example",
    " /my-cart",
    "/\u0000/evil.example",
    "/\u007f/evil.example",
    "http://evil.example",
    "https://evil.example/",
    "HTTPS://EVIL.EXAMPLE",
    "https:evil.example",
    "https:/evil.example",
    "https:\\\\evil.example",
    "https://evil.example\\@funray.example/",
    `${origin}.evil.example/`,
    `${origin}@evil.example/`,
    `${origin}:443@evil.example/`,
    `${origin}:8443/my-cart`,
    "https://funray.example:password@evil.example",
    "https://user@funray.example/my-cart",
    "https://funray.exampleevil",
    "http://funray.example/my-cart",
    "https://sub.funray.example/",
    "https://funray.example.",
    origin,
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "blob:https://funray.example/1",
    "about:blank",
    "ftp://funray.example/",
    "mailto:a@b.ca",
    "tel:123",
    "ws://evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    `${origin}//evil.example`,
    `${origin}/\\evil.example`,
    `${origin}/..//evil.example`,
    "?next=//evil.example",
    "#//evil.example",
    "../evil",
    "./my-cart",
    "%2F%2Fevil.example",
    "%5C%5Cevil.example",
    "https%3A%2F%2Fevil.example",
    "//％65vil.example",
    "／／evil.example",
    "/signin",
    "/signin?redirect-url=/signin",
    "/admin/signin",
    "/signed-out",
  ])("refuses %j", (text) => {
    expect(ownPath(text, origin)).toBeUndefined();
  });
});

describe("placeAfterSignIn", () => {
  beforeEach(() => localStorage.clear());

  it.each(people)("leads %s to their first page", (_, profile, place) => {
    expect(landingPath(profile)).toBe(place);
    expect(postSignInPath(profile, new URLSearchParams())).toBe(place);
  });

  it("returns to the remembered page, once", () => {
    const consumer = person(["CONSUMER"]);
    rememberRedirect("/my-cart");
    const query = new URLSearchParams({ "redirect-url": "/transactions" });
    expect(postSignInPath(consumer, query)).toBe("/my-cart");
    expect(postSignInPath(consumer, query)).toBe("/transactions");
  });

  it("forgets the remembered page after an hour, because the next user may be another", () => {
    vi.useFakeTimers({ now: 0, toFake: ["Date"] });
    const consumer = person(["CONSUMER"]);
    rememberRedirect("/gift/tok");
    vi.setSystemTime(59 * 60_000);
    expect(postSignInPath(consumer, new URLSearchParams())).toBe("/gift/tok");
    rememberRedirect("/gift/tok");
    vi.setSystemTime(2 * 60 * 60_000);
    expect(postSignInPath(consumer, new URLSearchParams())).toBe("/");
    expect(localStorage).toHaveLength(0);
    vi.useRealTimers();
  });

  it("ignores addresses of other sites", () => {
    rememberRedirect("//evil.example");
    const query = new URLSearchParams({ "redirect-url": "https://evil.example" });
    expect(postSignInPath(person(["CONSUMER"]), query)).toBe("/");
  });

  it("leads a manager from a portal link to their tenant's page, and an administrator where it says", () => {
    const query = new URLSearchParams({ "redirect-url": "/admin/users?page=2" });
    expect(postSignInPath(person(["MANAGER"], "VENDOR"), query)).toBe("/admin/vendor/summary");
    expect(postSignInPath(person(["MANAGER"], "CHARITY"), query)).toBe("/admin/charity/summary");
    expect(postSignInPath(person(["ADMINISTRATOR"]), query)).toBe("/admin/users?page=2");
  });

  it.each([
    ["an employee", person(["EMPLOYEE"], "VENDOR"), "/admin/users", "/scan-counter"],
    ["an employee", person(["EMPLOYEE"], "VENDOR"), "/scan-code", "/scan-code"],
    ["a consumer", person(["CONSUMER"]), "/admin/users", "/"],
    ["an administrator", person(["ADMINISTRATOR"]), "/scan-code", "/admin/reporting"],
    ["a charity's manager", person(["MANAGER"], "CHARITY"), "/scan-code", "/admin/charity/summary"],
    [
      "a shop's manager",
      person(["MANAGER"], "VENDOR"),
      "/admin/vendor/approvals?id=1",
      "/admin/vendor/approvals?id=1",
    ],
    ["a shop's manager", person(["MANAGER"], "VENDOR"), "/admin/charity/payouts", "/admin/vendor/summary"],
    [
      "a shop's manager",
      person(["MANAGER"], "VENDOR"),
      "/admin/vendors/view/ten_2/log",
      "/admin/vendor/summary",
    ],
    [
      "a charity's manager",
      person(["MANAGER"], "CHARITY"),
      "/admin/charity/payouts",
      "/admin/charity/payouts",
    ],
    ["an employee", person(["EMPLOYEE"], "VENDOR"), "/admin/vendor/payouts", "/scan-counter"],
    [
      "the manager of a charity and of a shop",
      {
        ...person(["MANAGER"], "CHARITY"),
        workplaces: [
          { tenantId: "ten_1", tenantType: "CHARITY", displayName: "Food Bank", roles: ["MANAGER"] },
          { tenantId: "ten_2", tenantType: "VENDOR", displayName: "Books", roles: ["MANAGER"] },
        ],
      } satisfies Profile,
      "/admin/vendor/approvals",
      "/admin/vendor/approvals",
    ],
  ])("leads %s where they may go, or else to their first page", (_, profile, wanted, place) => {
    expect(postSignInPath(profile, new URLSearchParams({ "redirect-url": wanted }))).toBe(place);
  });

  it("signInFor chooses the matching sign-in page", () => {
    expect(signInPath("/transactions")).toBe("/signin?redirect-url=%2Ftransactions");
    expect(signInPath("/admin/users")).toBe("/admin/signin?redirect-url=%2Fadmin%2Fusers");
    expect(signInPath("/administration")).toBe("/signin?redirect-url=%2Fadministration");
  });
});
