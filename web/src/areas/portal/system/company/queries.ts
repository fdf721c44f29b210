// Query for the companies behind the brands.
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";

export type BrandCompany = components["schemas"]["Company"];
export type CompanyFact = components["schemas"]["CompanyFact"];

export const companiesQuery = reading("/api/v1/System/company");
