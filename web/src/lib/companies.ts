// Companies that sell under the brands. The server writes their data into the head of every page.
// Prerendered pages have a placeholder in braces for each value, which the server fills in.

const names = [
  "company",
  "address",
  "city",
  "phone",
  "phoneLink",
  "email",
  "privacyOfficer",
  "privacyEmail",
] as const;

type Facts = Record<(typeof names)[number], string>;

export interface Company {
  name: string;
  addressLines: readonly string[];
  phone: { shown: string; link: string };
  email: string;
  privacyOfficer: string;
  privacyEmail: string;
}

const rooms = Object.fromEntries(names.map((name) => [name, `{{${name}}}`])) as Facts;

/** Values for unit tests and the development server, whose pages the server doesn't write. */
const examples = {
  address: "120 Main Street, Suite 4",
  city: "Toronto, ON M4E 0A0",
  phone: "416-555-0142",
  phoneLink: "tel:+14165550142",
  email: "hello@cards.example",
  privacyOfficer: "Alex Example",
  privacyEmail: "privacy@cards.example",
};

function nameOf(slug: string): string {
  return ALL_BRANDS.find((each) => each.slug === slug)?.company ?? "";
}

function factsOf(slug: string): Facts {
  if (typeof document === "undefined") return rooms;
  const written = document.getElementById("companies")?.textContent;
  if (written) return (JSON.parse(written) as Record<string, Facts>)[slug] ?? rooms;
  return import.meta.env.DEV ? { company: nameOf(slug), ...examples } : rooms;
}

/** Returns the company that sells under a brand. */
export function companyOf(slug: string): Company {
  const facts = factsOf(slug);
  return {
    name: facts.company,
    addressLines: [facts.address, facts.city],
    phone: { shown: facts.phone, link: facts.phoneLink },
    email: facts.email,
    privacyOfficer: facts.privacyOfficer,
    privacyEmail: facts.privacyEmail,
  };
}
