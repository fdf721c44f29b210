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
  cardStyle: "paper",
  CardArt,
  themeColor: { light: "#cfe8ea", dark: "#152f3a" },
  art: { scenes, steps },
};
