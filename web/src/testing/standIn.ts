// Stand-in for the server, which `npm run dev` starts. It answers each call with its example in the
// API document, or with the data below. It stores nothing: a change succeeds and is forgotten.
import type { PathsWithMethod } from "openapi-typescript-helpers";
import type { AnswerOf, AnswerTo } from "@/api/client";
import type { paths } from "@/api/schema";
import {
  cardDetail,
  cartItem,
  cartOf,
  nothing,
  order,
  orderInList,
  walletItem,
} from "@/shared/testing/samples";

export interface Asked {
  method: string;
  /** Path of the call, such as `/api/v1/Cards/crd_1`. */
  path: string;
  /** Access token; the stand-in takes the email address of the account for one. */
  token?: string | undefined;
  body?: unknown;
}

export interface Reply {
  status: number;
  body?: unknown;
  /** Sent instead of a body. */
  file?: { type: string; text: string };
}

/** The parts of the OpenAPI document that the stand-in reads. */
export interface ApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Content }> }>>;
}
type Content = Record<string, { example?: unknown }>;

const SHOP_ID = "ten_1";
const CHARITY_ID = "ten_2";
const TOKENS_END = "2099-01-01T00:00:00Z";

type DemoAccount = [name: string, roles: string, tenant?: "VENDOR" | "CHARITY"];

/** Accounts of the demo, by email address. Any password signs them in. */
export const demoAccounts: Record<string, DemoAccount> = {
  "super@demo.test": ["Simone Tremblay", "SUPER_ADMINISTRATOR"],
  "super2@demo.test": ["Sylvie Bergeron", "SUPER_ADMINISTRATOR"],
  "admin@demo.test": ["Adam Okafor", "ADMINISTRATOR"],
  "manager@vendor-a.test": ["Maya Leblanc", "MANAGER", "VENDOR"],
  "employee@vendor-a.test": ["Eli Novak", "EMPLOYEE", "VENDOR"],
  "manager@vendor-b.test": ["Marc Gagnon", "MANAGER", "VENDOR"],
  "employee@vendor-b.test": ["Ewa Singh", "EMPLOYEE", "VENDOR"],
  "manager@charity-a.test": ["Clara Beaulieu", "MANAGER", "CHARITY"],
  "manager@charity-b.test": ["Chen MacDonald", "MANAGER", "CHARITY"],
  "buyer@demo.test": ["Billie Roy", "CONSUMER"],
  "buyer2@demo.test": ["Ben Campbell", "CONSUMER"],
};

/** Returns the profile of a demo account, or `undefined` for any other email address. */
export function profileOf(email = ""): AnswerOf<"/api/v1/OAuth/profile"> | undefined {
  const account = demoAccounts[email];
  if (!account) return undefined;
  const [displayName, roles, tenantType = null] = account;
  const [firstName = "", lastName = ""] = displayName.split(" ");
  return {
    userId: `per_${firstName.toLowerCase()}`,
    email,
    firstName,
    lastName,
    displayName,
    avatarText: firstName.slice(0, 1) + lastName.slice(0, 1),
    roles,
    tenantType,
    tenantIds: tenantType ? [tenantType === "VENDOR" ? SHOP_ID : CHARITY_ID] : [],
    mustSetUpSecondFactor: false,
    till: null,
    workplaces: [],
  };
}

const shops = ["Maple Leaf Books", "Rideau Coffee", "Glebe Flowers", "Byward Bakery", "Canal Cycles"];
const causes = ["Harbour Shelter", "Capital Food Bank", "Riverside Trees"];

function pageOf<Item>(items: Item[]) {
  return { ...nothing, items, totalPages: 1, totalItems: items.length };
}

/** Returns a copy of the example for each name, each with an id and a colour of its own. */
function named<Item>(example: { items: Item[] }, names: readonly string[]) {
  const items = names.map((displayName, index) => ({
    ...(example.items[0] as Item),
    displayName,
    hue: index * 70,
    id: `ten_${index + 1}`,
  }));
  return pageOf(items);
}

type Answers = {
  [P in PathsWithMethod<paths, "get">]?: (example: AnswerOf<P>, asked: Asked) => AnswerOf<P> | undefined;
};

const cards = shops.map((vendorName, index) =>
  walletItem({ id: `crd_${index + 1}`, vendorName, vendorHue: index * 70, cardBalance: 12.5 + 5 * index }),
);

const answers: Answers = {
  "/api/v1/OAuth/profile": (_, { token }) => profileOf(token),
  "/api/v1/Public/Vendors": (example) => named(example, shops),
  "/api/v1/Public/Charities": (example) => named(example, causes),
  "/api/v1/Public/charities/{id}/vendors": (example) => named(example, shops),
  "/api/v1/Public/charities/campaigns": (example) => ({
    ...example,
    items: example.items.map((campaign) => ({ ...campaign, isRunning: true, endDate: "2099-12-31" })),
  }),
  "/api/v1/Cards": () => pageOf(cards),
  "/api/v1/Cards/{id}": () => cardDetail(),
  "/api/v1/Cards/wallet": () => [cardDetail()],
  "/api/v1/Cards/codes/{code}": () => cardDetail({ isMine: false }),
  "/api/v1/Carts/me": () => cartOf(cartItem()),
  "/api/v1/Orders/me": () => pageOf([orderInList()]),
  "/api/v1/Orders/{id}": () => order(),
  "/api/v1/Helpdesk/cases/{kind}/{id}/timeline": (example) => ({ ...example, next: null }),
};

type SignInAnswer = AnswerTo<"/api/v1/OAuth/login">;

function signIn(body: unknown): Reply {
  const { email = "" } = body as { email?: string };
  if (!profileOf(email)) {
    const errorMessage = `The demo accounts are: ${Object.keys(demoAccounts).join(", ")}`;
    return { status: 400, body: { traceId: "t1", errorCode: "WRONG_CREDENTIALS", errorMessage } };
  }
  const tokens = { accessToken: email, refreshToken: email, expiredAt: TOKENS_END };
  return { status: 200, body: tokens satisfies SignInAnswer };
}

/** Returns a pattern that matches a path of the document, such as `/Cards/{id}`. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, "[^/]+")}$`);
}

/** Ids of pictures, which the examples name and the stand-in does not have. */
const PICTURE_ID = /^img_/;

/** Sent for every picture and document. */
const picture: Reply = {
  status: 200,
  file: {
    type: "image/svg+xml",
    text: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#ccc" d="M0 0h4v3H0z"/></svg>',
  },
};

const withoutPicture = (_: string, value: unknown) =>
  typeof value === "string" && PICTURE_ID.test(value) ? null : value;

function withoutPictures(example: unknown): unknown {
  return JSON.parse(JSON.stringify(example), withoutPicture) as unknown;
}

/** Creates the stand-in. */
export function createStandIn({ paths: known }: ApiDocument): (asked: Asked) => Reply {
  // The path with the fewest parameters comes first: `/Cards/balance` is also a `/Cards/{id}`.
  const patterns = Object.keys(known)
    .toSorted((a, b) => a.split("{").length - b.split("{").length)
    .map((path) => ({ path, pattern: patternOf(path) }));

  const contentOf = (path: string, method: string): Content | undefined => {
    const responses = known[path]?.[method]?.responses ?? {};
    const success = Object.keys(responses).find((status) => status.startsWith("2")) ?? "";
    return responses[success]?.content;
  };

  return (asked) => {
    const method = asked.method.toLowerCase();
    if (asked.path === "/api/v1/OAuth/login") return signIn(asked.body);
    const path = patterns.find(
      ({ path: one, pattern }) => pattern.test(asked.path) && method in (known[one] ?? {}),
    )?.path;
    if (path === undefined) return { status: 404, body: { traceId: "t1", errorCode: "NOT_FOUND" } };
    const content = contentOf(path, method);
    if (!content) return { status: 204 };
    const json = content["application/json"];
    if (!json) return picture;
    const example = withoutPictures(json.example);
    const answer = method === "get" ? answers[path as keyof Answers] : undefined;
    const body: unknown = answer ? answer(example as never, asked) : example;
    return body === undefined ? { status: 401 } : { status: 200, body };
  };
}
