// What the forms of shops and causes hold before anybody has typed. Apart from their rules, which the pages don't wait for.
import type { CharityRegistration, VendorRegistration } from "./tenantSchemas";

const noBusiness = {
  legalName: "",
  businessNumber: "",
  address: { addressLine1: "", addressLine2: "", city: "", province: "", postalCode: "" },
};

const noRest = {
  primaryContact: { firstName: "", lastName: "", email: "", workPhoneNumber: "", phoneNumber: "" },
  isAgreed: false,
  reCaptchaToken: "",
};

export const noVendor: VendorRegistration = {
  businessInfo: {
    ...noBusiness,
    categoryId: "",
    cardAmount: "Amount25,Amount50,Amount75,Amount100",
    charityRate: "10",
  },
  ...noRest,
};

export const noCharity: CharityRegistration = {
  businessInfo: { ...noBusiness, organizationType: "" },
  ...noRest,
};
