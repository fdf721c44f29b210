import type { Brand } from "@/brands/brand";
import { rayzrCompany } from "@/lib/companies/rayzr";
import { CardArt, Logo, Mark } from "./Logo";
import scenes from "./art/scenes.svg?url";
import steps from "./art/steps.svg?url";

export const brand: Brand = {
  slug: "rayzr",
  name: "RayZR",
  cardType: 2,
  hasCharities: false,
  company: rayzrCompany,
  Logo,
  Mark,
  cardStyle: "night",
  CardArt,
  themeColor: { light: "#0a0f1f", dark: "#0a0f1f" },
  art: { scenes, steps },
};
