import type { Brand } from "@/brands/brand";
import { companyOf } from "@/lib/companies";
import { CardArt, Logo, Mark } from "./Logo";
import scenes from "./art/scenes.svg?url";
import steps from "./art/steps.svg?url";

export const brand: Brand = {
  slug: "funray",
  name: "FunRay",
  cardType: 1,
  hasCharities: true,
  company: companyOf("funray"),
  Logo,
  Mark,
  cardStyle: "paper",
  CardArt,
  themeColor: { light: "#cfe8ea", dark: "#152f3a" },
  art: { scenes, steps },
};
