import type { Brand } from "@/brands/brand";
import { companyOf } from "@/lib/companies";
import { CardArt, Logo, Mark } from "./Logo";
import scenes from "./art/scenes.svg?url";
import steps from "./art/steps.svg?url";

export const brand: Brand = {
  slug: "rayzr",
  name: "RayZR",
  cardType: 2,
  hasCharities: false,
  company: companyOf("rayzr"),
  Logo,
  Mark,
  cardStyle: "night",
  CardArt,
  themeColor: { light: "#0a0f1f", dark: "#0a0f1f" },
  art: { scenes, steps },
};
