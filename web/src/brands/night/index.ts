import type { Brand } from "@/brands/brand";
import { companyOf } from "@/lib/companies";
import { CardArt, Logo, Mark } from "./Logo";
import scenes from "./art/scenes.svg?url";
import steps from "./art/steps.svg?url";

const { slug, name, hasCauses } = BRAND_FACTS;

export const brand: Brand = {
  slug,
  name,
  cardType: hasCauses ? 1 : 2,
  hasCharities: hasCauses,
  company: companyOf(slug),
  Logo,
  Mark,
  cardStyle: "night",
  CardArt,
  themeColor: { light: "#0a0f1f", dark: "#0a0f1f" },
  art: { scenes, steps },
};
