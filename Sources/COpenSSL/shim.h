// libcrypto (OpenSSL 3.0 API only), with macros that Swift cannot import.
#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

static const int mp_evp_pkey_public_key = EVP_PKEY_PUBLIC_KEY;
static const int mp_evp_pkey_keypair = EVP_PKEY_KEYPAIR;
#endif
