/** Who sells as RayZR. */
export const rayzrCompany = {
  name: "RayZR Cards Inc.",
  addressLines: ["120 Main Street, Suite 4", "Toronto, ON M4E\u00a00A0"],
  phone: { shown: "416-555-0168", link: "tel:+14165550168" },
  email: "hello@rayzr.example",
};
