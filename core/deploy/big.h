#pragma once

/// \file
/// Whole numbers without bound, as far as exact conversion of decimal fractions needs them.

#include <cstdint>
#include <vector>

namespace weir {

class Big {
  public:
    explicit Big(std::uint64_t value = 0) {
        for (; value != 0; value >>= 32U) {
            limbs_.push_back(static_cast<std::uint32_t>(value));
        }
    }

    /// this = this * factor + more
    void multiply(std::uint32_t factor, std::uint32_t more = 0) {
        std::uint64_t carry = more;
        for (std::uint32_t& limb : limbs_) {
            carry += std::uint64_t{limb} * factor;
            limb = static_cast<std::uint32_t>(carry);
            carry >>= 32U;
        }
        if (carry != 0) {
            limbs_.push_back(static_cast<std::uint32_t>(carry));
        }
    }

    void multiply_by_ten_to(int exponent) {
        for (; exponent > 0; --exponent) {
            multiply(10);
        }
    }

    void shift(int bits) {
        for (; bits >= 31; bits -= 31) {
            multiply(1U << 31U);
        }
        multiply(1U << static_cast<unsigned>(bits));
    }

    /// Bits up to the highest that is set.
    [[nodiscard]] int bits() const {
        int count = 0;
        for (std::uint32_t top = limbs_.empty() ? 0 : limbs_.back(); top != 0; top >>= 1U) {
            ++count;
        }
        return limbs_.empty() ? 0 : count + 32 * (static_cast<int>(limbs_.size()) - 1);
    }

    /// Less than 0, 0 or more than 0 as a is less than, equal to or more than b.
    [[nodiscard]] static int compare(const Big& a, const Big& b) {
        if (a.limbs_.size() != b.limbs_.size()) {
            return a.limbs_.size() < b.limbs_.size() ? -1 : 1;
        }
        for (std::size_t i = a.limbs_.size(); i-- > 0;) {
            if (a.limbs_[i] != b.limbs_[i]) {
                return a.limbs_[i] < b.limbs_[i] ? -1 : 1;
            }
        }
        return 0;
    }

    void add(const Big& other) {
        if (limbs_.size() < other.limbs_.size()) {
            limbs_.resize(other.limbs_.size());
        }
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < limbs_.size(); ++i) {
            carry += std::uint64_t{limbs_[i]} + (i < other.limbs_.size() ? other.limbs_[i] : 0U);
            limbs_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32U;
        }
        if (carry != 0) {
            limbs_.push_back(static_cast<std::uint32_t>(carry));
        }
    }

    /// \param other  no more than this
    void subtract(const Big& other) {
        std::int64_t borrow = 0;
        for (std::size_t i = 0; i < limbs_.size(); ++i) {
            std::int64_t left =
                std::int64_t{limbs_[i]} - borrow - (i < other.limbs_.size() ? std::int64_t{other.limbs_[i]} : 0);
            borrow = left < 0 ? 1 : 0;
            left += borrow << 32U;
            limbs_[i] = static_cast<std::uint32_t>(left);
        }
        while (!limbs_.empty() && limbs_.back() == 0) {
            limbs_.pop_back();
        }
    }

  private:
    std::vector<std::uint32_t> limbs_; ///< the lowest first, the highest is not 0
};

} // namespace weir
