import type { Brand } from "@/brands/brand";
import { CardArt, Logo, Mark } from "./Logo";
import scenes from "./art/scenes.svg?url";
import steps from "./art/steps.svg?url";

export const brand: Brand = {
  slug: "rayzr",
  name: "RayZR",
  cardType: 2,
  hasCharities: false,
  company: {
    name: "RayZR Cards Inc.",
    addressLines: ["120 Main Street, Suite 4", "Toronto, ON M4E\u00a00A0"],
    phone: { shown: "416-555-0168", link: "tel:+14165550168" },
    email: "hello@rayzr.example",
  },
  Logo,
  Mark,
  cardStyle: "night",
  CardArt,
  themeColor: { light: "#0a0f1f", dark: "#0a0f1f" },
  art: { scenes, steps },
};
