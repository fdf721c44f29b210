// Information for visitors: label, rule and control of each field.
import type { ResourceField } from "@/areas/portal/kit/declareResource";
import { m } from "@/i18n";

const MAX_LENGTH = 500;

export const visitorFields = {
  phone: { kind: "phone", label: m.tenants_public_phone },
  openingHours: {
    kind: "area",
    label: m.tenants_opening_hours,
    hint: m.tenants_opening_hours_hint,
    most: MAX_LENGTH,
    rows: 3,
    isOptional: true,
  },
  frenchOpeningHours: {
    kind: "area",
    label: m.tenants_french_opening_hours,
    hint: m.tenants_french_opening_hours_hint,
    most: MAX_LENGTH,
    rows: 3,
    isOptional: true,
  },
} as const satisfies Record<string, ResourceField>;

export const shopVisitorFields = {
  ...visitorFields,
  products: {
    kind: "text",
    label: m.tenants_products,
    hint: m.tenants_products_hint,
    most: MAX_LENGTH,
    isOptional: true,
  },
  photoPath: { kind: "picture", label: m.tenants_photo, of: "vendor" },
} as const satisfies Record<string, ResourceField>;
