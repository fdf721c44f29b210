import type { Brand } from "@/brands/brand";
import { CardArt, Logo, Mark } from "./Logo";
import scenes from "./art/scenes.svg?url";
import steps from "./art/steps.svg?url";

export const brand: Brand = {
  slug: "funray",
  name: "FunRay",
  cardType: 1,
  hasCharities: true,
  company: {
    name: "FunRay Community Cards Inc.",
    addressLines: ["120 Main Street, Suite 4", "Toronto, ON M4E\u00a00A0"],
    phone: { shown: "416-555-0142", link: "tel:+14165550142" },
    email: "hello@funray.example",
  },
  Logo,
  Mark,
  cardStyle: "paper",
  CardArt,
  themeColor: { light: "#cfe8ea", dark: "#152f3a" },
  art: { scenes, steps },
};
