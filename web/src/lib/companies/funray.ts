/** Who sells as FunRay. */
export const funrayCompany = {
  name: "FunRay Community Cards Inc.",
  addressLines: ["120 Main Street, Suite 4", "Toronto, ON M4E\u00a00A0"],
  phone: { shown: "416-555-0142", link: "tel:+14165550142" },
  email: "hello@funray.example",
};
