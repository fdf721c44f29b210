// Initial form values for shops and causes. In a file of their own, so that the page doesn't wait for the validation code.
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
