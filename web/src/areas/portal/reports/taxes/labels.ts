// Labels of taxes.
import { getLocale, m } from "@/i18n";
import { provinceName } from "@/lib/provinces";
import type { ProvinceTaxRate, TaxRegistration } from "./queries";

type Tax = ProvinceTaxRate["tax"];
type Scheme = TaxRegistration["scheme"];

const taxes: Record<Tax, () => string> = { GST: m.taxes_gst, HST: m.taxes_hst, QST: m.taxes_qst };
const schemes: Record<Scheme, () => string> = { GST_HST: m.taxes_gst_hst, QST: m.taxes_qst };

export const TAXES = Object.keys(taxes) as Tax[];
export const SCHEMES = Object.keys(schemes) as Scheme[];

export const taxText = (tax: Tax) => taxes[tax]();
export const schemeText = (scheme: Scheme) => schemes[scheme]();

/** Provinces and territories by the codes of the API. */
const provinces: Readonly<Record<string, string>> = {
  AB: "Alberta",
  BC: "British Columbia",
  MB: "Manitoba",
  NB: "New Brunswick",
  NL: "Newfoundland and Labrador",
  NS: "Nova Scotia",
  NT: "Northwest Territories",
  NU: "Nunavut",
  ON: "Ontario",
  PE: "Prince Edward Island",
  QC: "Quebec",
  SK: "Saskatchewan",
  YT: "Yukon",
};

export const PROVINCES = Object.keys(provinces);

export const provinceText = (code: string) => provinceName(provinces[code] ?? code);

/** Returns a percentage such as `9.975` as it is written in the page's language. */
export function percentText(rate: string): string {
  return m.taxes_percent({ rate: getLocale() === "fr" ? rate.replace(".", ",") : rate });
}
